/** What other features may import from clinic. */
export { type CurrentClinic, loadCurrentClinic, type ShownClinic } from './current-clinic.ts';
export { letterheadOf } from './letterhead.ts';
export { addressOf } from './presenter.ts';
export {
  applySettings,
  countClinicChange,
  findClinic,
  findSecondFactorRule,
  lockClinic,
  updateClinic,
  updateSecondFactorRule,
} from './store.ts';
