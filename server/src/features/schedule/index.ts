/** The door of the schedule for other features. */
export { bookableSlots, type ClinicHours, type DayInView, dayInView } from './clinic.ts';
export { openOptionOfDoctor } from './open-option.ts';
export { addDays, bookableDays, clinicDay, dateAt, type Slot, slotsOfDay, weekdayOf } from './slots.ts';
export {
  closeOptionsOfDoctor,
  findTreatmentByName,
  listOptionsOfDay,
  listOptionsOfDoctor,
  listOptionsOfTreatment,
  type OptionOfDay,
} from './store.ts';
