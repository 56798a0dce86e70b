/** What other features may import from calendar. */
export { calendarClinicOf } from './calendar-clinic.ts';
export { endFeed } from './end-feed.ts';
export { FEEDS_PATH, feedIdOf } from './feed-address.ts';
export { mailCalendars } from './mail-calendar.ts';
export { feedChangeMessage } from './mail-feed-change.ts';
export { readFeed } from './read-feed.ts';
export { deleteFeedOf, findFeedOf } from './store.ts';
