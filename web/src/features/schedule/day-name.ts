import { addDays, utcDate } from './civil-date.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** 'Today', 'Tomorrow' or the day of the week, because that is how people remember an appointment. Both are 'YYYY-MM-DD'. */
export function dayName(date: string, today: string): string {
  if (date === today) return 'Today';
  if (date === addDays(today, 1)) return 'Tomorrow';
  return weekday.format(utcDate(date));
}
