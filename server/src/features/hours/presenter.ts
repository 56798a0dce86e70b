import type { Booking } from '@openhours/contract/booking.ts';
import { clockTime } from '@openhours/contract/clock-time.ts';
import type {
  DoctorHours,
  HoursException,
  OpeningHours,
  SpecialHours,
  WeeklyHours,
} from '@openhours/contract/hours.ts';
import type { ClinicOpening, ClosedTime, SpecialOpening, TimetableInForce, WorkingHours } from '../schedule/index.ts';
import { strandsMessage } from './rules.ts';

/** An interval of a weekday as text. */
export function presentOpening({ weekday, opensMinute, closesMinute }: ClinicOpening): OpeningHours {
  return { weekday, from: clockTime(opensMinute), to: clockTime(closesMinute) };
}

/** An interval of a date as text. */
export function presentSpecial({ date, opensMinute, closesMinute }: SpecialOpening): SpecialHours {
  return { date, from: clockTime(opensMinute), to: clockTime(closesMinute) };
}

function presentWeek(hours: readonly WorkingHours[]): WeeklyHours[] {
  return hours.map(({ treatmentId, ...opening }) => ({
    ...presentOpening(opening),
    ...(treatmentId === null ? {} : { treatmentId }),
  }));
}

/** A doctor's hours from today on. */
export function presentHours(
  { today, rules, calendars, clinicHours, specialHours, specialDoctors }: TimetableInForce & { today: string },
  { doctor, version }: { doctor: { id: string; name: string }; version: number },
): DoctorHours {
  const { weeks = [], exceptions = [] } = calendars.get(doctor.id) ?? {};
  return {
    doctorName: doctor.name,
    version,
    timeZone: rules.timeZone,
    weekly: presentWeek(weeks.findLast(({ validFrom }) => validFrom <= today)?.hours ?? []),
    later: weeks
      .filter(({ validFrom }) => validFrom > today)
      .map(({ validFrom, hours }) => ({ validFrom, weekly: presentWeek(hours) })),
    exceptions: exceptions
      .filter(({ date }) => date >= today)
      .map(
        ({ date, opening, treatmentId }): HoursException => ({
          date,
          ...(opening ? { from: clockTime(opening.opensMinute), to: clockTime(opening.closesMinute) } : { off: true }),
          ...(treatmentId === null ? {} : { treatmentId }),
        }),
      ),
    opening: clinicHours.map(presentOpening),
    specialOpening: specialHours.map(presentSpecial),
    specialDates:
      clinicHours.length === 0
        ? []
        : specialDoctors.flatMap(({ date, calendarId }) => (calendarId === doctor.id ? date : [])).toSorted(),
  };
}

/** The number of stranded appointments that a saved change kept and cancelled. */
export function presentSaved({ kept, cancelled }: { kept: number; cancelled: number }) {
  return { acknowledged: true, keptBookings: kept, cancelledBookings: cancelled } as const;
}

/** The refusal of a change because it would strand these appointments. */
export function presentStranded(bookings: readonly Booking[]) {
  return { message: strandsMessage(bookings.length), data: { bookings: [...bookings] } };
}

/** Closed time, with the field names of the contract. */
export function presentTime({ firstDay, fromMinute, lastDay, toMinute }: ClosedTime) {
  return { from: firstDay, fromMinute, to: lastDay, toMinute };
}
