/** The door of the schedule for other features. */
export { bookableSlots, type ClinicHours, type DayInView, dayInView } from './clinic.ts';
export { addDays, bookableDays, clinicDay, dateAt, type Slot, slotsOfDay, weekdayOf } from './slots.ts';
export { listOptionsOfDay, listOptionsOfTreatment, type OptionOfDay } from './store.ts';
