/** What other features may import from the agenda. */
export { composeDelay } from './mail-delay.ts';
export { openHoursOf } from './open-hours.ts';
