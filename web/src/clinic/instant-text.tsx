import { dateText, timeText } from '@openhours/contract/instant-text.ts';
import { clinicTimeZone } from './zone.ts';

/**
 * An instant in the clinic's zone. If it does not fit on one line, it breaks between date and time.
 * @param at UTC, as in the API
 */
export function InstantText({ at, smallest }: { at: string; smallest?: 'second' }) {
  const [instant, timeZone] = [new Date(at), clinicTimeZone()];
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{dateText(instant, timeZone)},</span>{' '}
      <span className="whitespace-nowrap">{timeText(instant, timeZone, smallest)}</span>
    </time>
  );
}
