import type { LiveEvent } from '@openhours/contract/live.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';

/** Whether an event changes what the agenda of these days shows. */
export function concerns(event: LiveEvent, { from, to }: { from: string; to: string }): boolean {
  switch (event.type) {
    case 'slots':
    case 'agenda': {
      const day = isoFromMediumDate(event.date);
      return day !== undefined && from <= day && day <= to;
    }
    case 'timetable':
    case 'payment':
      return true;
    case 'ready':
      return !event.resumed;
    default:
      return false;
  }
}
