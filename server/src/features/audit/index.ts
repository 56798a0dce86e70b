/** The door of the audit log for other features. */
export { type Actor, actorOf, recordAudit } from './record.ts';
