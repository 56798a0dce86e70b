/** The audit log for other features. */
export { type Actor, actorOf, recordAudit } from './record.ts';
