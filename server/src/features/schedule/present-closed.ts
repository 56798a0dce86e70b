import type { ClosedPart, DayAvailability } from '@openhours/contract/availability.ts';
import type { ClosureOfDay, DayOfOption } from './timetable.ts';

/** Why an option has no slots on a day, or fewer than usual. */
export function presentClosed({
  closure,
  closedParts,
}: Pick<DayOfOption, 'closure' | 'closedParts'>): Pick<DayAvailability, 'closure' | 'closedParts'> {
  return {
    ...(closure === undefined ? {} : { closure }),
    ...(closedParts.length === 0 ? {} : { closedParts: closedParts.map(presentClosedPart) }),
  };
}

export function presentClosedPart({ reason, closed: { opensMinute, closesMinute } }: ClosureOfDay): ClosedPart {
  return { startMinute: opensMinute, minutes: closesMinute - opensMinute, reason };
}
