/** What other features may import from schedule. */

export type { SchedulePlan } from './answer-cache.ts';
export { listDoctorSlugs } from './availability-store.ts';
export { listTaken } from './busy-time-store.ts';
export { findDay, type KnownDay } from './known-day.ts';
export { listAvailability } from './list-availability.ts';
export { logOtherCurrencies } from './log-other-currencies.ts';
export { listNextFreeForStaff } from './next-free-for-staff.ts';
export { findNextFreeTimes, type NextFreeTimes } from './next-free-times.ts';
export { nightEndsAt } from './night.ts';
export { openHoursOf } from './open-hours.ts';
export { openOptionOfDoctor } from './open-option.ts';
export { presentClosedPart } from './present-closed.ts';
export { presentOption } from './present-option.ts';
export { findPublicDoctor } from './public-doctors.ts';
export {
  type ClinicClock,
  type ClinicRules,
  type DayInView,
  dayInView,
  slotsForStaff,
  slotsInView,
} from './rules.ts';
export {
  addDays,
  bookableDays,
  type ClinicDay,
  clinicDay,
  dateAt,
  daysBetween,
  type Opening,
  type Slot,
  type Span,
  weekdayOf,
} from './slots.ts';
export {
  closeOptionsOfDoctor,
  findClosedOption,
  findTreatmentByName,
  forgetPhotoInOptions,
  listOpenOptions,
  listOptionsOfDay,
  listOptionsOfDoctor,
  listOptionsOfTreatment,
  listOptionsOfTreatments,
  type OpenOption,
} from './store.ts';
export {
  type ClinicOpening,
  type ClinicTimetable,
  type ClosedTime,
  type ClosureOfDay,
  clinicOpeningsOn,
  closedOn,
  closureOfAllDay,
  type HoursException,
  hasEnded,
  isWithinHours,
  openedFrom,
  type SpecialDoctor,
  type SpecialOpening,
  slotsOfOption,
  type Timetable,
  type WorkingHours,
  type WorkingWeek,
} from './timetable.ts';
export {
  findRules,
  findTimetable,
  findTimetableAhead,
  listClinicHours,
  listSpecialHours,
  lockTimetable,
  sharedTimetableLock,
  type TimetableInForce,
} from './timetable-store.ts';
export { listTreatments } from './treatment-store.ts';
