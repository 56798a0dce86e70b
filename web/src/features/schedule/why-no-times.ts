import type { DayAvailability, DayStatus } from '@openhours/contract/availability.ts';

/** Why an option has no free slots on a day. On a closing day: the reason of the closure. Empty if there are free slots. */
export function whyNoTimes({ status, closed }: Pick<DayAvailability, 'status' | 'closed'>): string {
  switch (status) {
    case 'free':
      return '';
    case 'full':
      return 'Fully booked';
    case 'closed':
      return closed?.[0]?.reason ?? 'Closed';
    case 'special-hours':
      return 'Special opening hours';
    case 'day-off':
      return 'Day off';
    case 'past':
      return 'No more times today';
    case 'beyond-horizon':
      return 'Not open yet';
  }
}

/** Whether something can free up then, or soon after. */
export function canWait(status: DayStatus): boolean {
  return status === 'full' || status === 'past';
}
