import type { DayStatus } from '@openhours/contract/availability.ts';

/** Why an option has no time to choose on a day. Empty for a day that has some. */
export function whyNoTimes(status: DayStatus): string {
  switch (status) {
    case 'free':
      return '';
    case 'full':
      return 'Fully booked';
    case 'day-off':
      return 'Day off';
    case 'past':
      return 'Over for today';
    case 'beyond-horizon':
      return 'Not open yet';
  }
}
