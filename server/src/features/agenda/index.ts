/** What other features may import from the agenda. */
export { delayMessage } from './mail-delay.ts';
export { openHoursOf } from './open-hours.ts';
