type NoticeUnit = 'minutes' | 'hours' | 'days';

const inMinutes: Readonly<Record<NoticeUnit, number>> = { minutes: 1, hours: 60, days: 1440 };

/** Converts minutes to the largest unit without a remainder: 1440 to 1 day, 90 to 90 minutes. */
export function noticeOf(minutes: number): { count: number; unit: NoticeUnit } {
  const unit = (['days', 'hours'] as const).find((one) => minutes > 0 && minutes % inMinutes[one] === 0) ?? 'minutes';
  return { count: minutes / inMinutes[unit], unit };
}

export function minutesOfNotice(count: number, unit: string): number {
  return count * (unit === 'days' || unit === 'hours' ? inMinutes[unit] : 1);
}
