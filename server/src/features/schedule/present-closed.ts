import type { ClosedPart, DayAvailability } from '@openhours/contract/availability.ts';
import type { ClosureOfDay, DayOfOption } from './timetable.ts';

/** Why an option has no slots on a day, or fewer than usual. */
export function presentClosed({ closed }: Pick<DayOfOption, 'closed'>): Pick<DayAvailability, 'closed'> {
  return closed.length === 0 ? {} : { closed: closed.map(presentClosedPart) };
}

export function presentClosedPart({ reason, calendarId, closed }: ClosureOfDay): ClosedPart {
  const { opensMinute, closesMinute } = closed;
  return {
    startMinute: opensMinute,
    minutes: closesMinute - opensMinute,
    reason,
    whose: calendarId === null ? 'clinic' : 'doctor',
  };
}
