/** What other features may import from clinic. */
export { countClinicChange, findClinic, lockClinic } from './store.ts';
