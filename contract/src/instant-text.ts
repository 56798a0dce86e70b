type Style = 'date' | 'minute' | 'second';

const STYLES: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: 'medium' },
  minute: { hour: '2-digit', minute: '2-digit' },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
};
/** By style and zone, because creating a format takes forty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(instant: Date, style: Style, timeZone: string | undefined): string {
  const key = `${style} ${timeZone}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone });
  formats.set(key, made);
  // Before AM and PM, some versions write a narrow space, which fonts of mail programs lack and no slot has.
  return made.format(instant).replace('\u202f', ' ');
}

/**
 * The day of an instant: 'Jan 5, 2024'.
 *
 * @param timeZone an IANA name; without it, the reader's own
 */
export function dateText(instant: Date, timeZone?: string): string {
  return format(instant, 'date', timeZone);
}

/**
 * The time of an instant, as in the labels of slots: '09:00 AM', or '09:00:00 AM'.
 *
 * @param timeZone an IANA name; without it, the reader's own
 */
export function timeText(instant: Date, timeZone?: string, smallest: 'minute' | 'second' = 'minute'): string {
  return format(instant, smallest, timeZone);
}

/**
 * Day and time: 'Jan 5, 2024, 09:00 AM'.
 *
 * @param timeZone an IANA name; without it, the reader's own
 */
export function instantText(instant: Date, timeZone?: string, smallest: 'minute' | 'second' = 'minute'): string {
  return `${dateText(instant, timeZone)}, ${timeText(instant, timeZone, smallest)}`;
}
