/**
 * A format of civil dates, 'YYYY-MM-DD'. It adds the year if it differs from that of `today`: 'Mon, Dec 28' and
 * 'Mon, Jan 4, 2027'. With a last day it formats the range: 'Dec 21 – 27', 'Jan 4 – 10, 2027'.
 */
export function dayFormat(options: Intl.DateTimeFormatOptions) {
  const inUtc = { ...options, timeZone: 'UTC' };
  const short = new Intl.DateTimeFormat('en-US', inUtc);
  let long: Intl.DateTimeFormat | undefined;
  const instant = (day: string) => new Date(`${day}T00:00:00Z`);
  return (day: string, { today, last }: { today: string; last?: string }): string => {
    const isThisYear = day.slice(0, 4) === today.slice(0, 4);
    const format = isThisYear ? short : (long ??= new Intl.DateTimeFormat('en-US', { ...inUtc, year: 'numeric' }));
    // If the range spans two years, `formatRange` shows both anyway.
    return last === undefined ? format.format(instant(day)) : format.formatRange(instant(day), instant(last));
  };
}
