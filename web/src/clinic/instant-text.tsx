import { clinicTimeZone } from './zone.ts';

/**
 * An instant in the clinic's zone. If it does not fit on one line, it breaks between date and time.
 * @param at UTC, as in the API
 */
export function InstantText({ at, timeStyle = 'short' }: { at: string; timeStyle?: 'short' | 'medium' }) {
  const timeZone = clinicTimeZone();
  const format = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...style, timeZone }).format(new Date(at));
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{format({ dateStyle: 'medium' })},</span>{' '}
      <span className="whitespace-nowrap">{format({ timeStyle })}</span>
    </time>
  );
}
