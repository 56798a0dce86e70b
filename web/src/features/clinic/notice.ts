type NoticeUnit = 'minutes' | 'hours';

/**
 * Converts minutes to hours if there is no remainder: 120 to 2 hours, 90 to 90 minutes. Not to days: the notice is a length
 * of time, and a day on which the clock changes has 23 or 25 hours.
 */
export function noticeOf(minutes: number): { count: number; unit: NoticeUnit } {
  const isHours = minutes > 0 && minutes % 60 === 0;
  return isHours ? { count: minutes / 60, unit: 'hours' } : { count: minutes, unit: 'minutes' };
}

export function minutesOfNotice(count: number, unit: string): number {
  return unit === 'hours' ? count * 60 : count;
}
