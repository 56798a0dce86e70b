/** The door of the clinic's facts for other features. */
export { countClinicChange, findClinic, lockClinic } from './store.ts';
