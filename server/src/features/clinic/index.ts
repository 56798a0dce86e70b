/** What other features may import from clinic. */
export { type ChangedDays, changedDays, changedDaysText, schemaChangedDays } from './changed-days.ts';
export { type CurrentClinic, loadCurrentClinic, type ShownClinic } from './current-clinic.ts';
export { letterheadOf } from './letterhead.ts';
export { logRuleWithoutPayments } from './log-rule-without-payments.ts';
export { addressOf } from './presenter.ts';
export { outcomeWithoutChange } from './save-part.ts';
export { spansOfDays } from './spans-of-days.ts';
export {
  applySettings,
  countClinicChange,
  findClinic,
  listFormerTimeZones,
  lockClinic,
  updateClinic,
  updateSecondFactorRule,
} from './store.ts';
