/** The door of identity for other features. */
export type { Caller } from './caller.ts';
export { findPersonByEmail, type Person } from './store.ts';
