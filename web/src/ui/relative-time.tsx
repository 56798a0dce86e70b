import { useSyncExternalStore } from 'react';
import { everyQuarterMinute, serverNow } from '../clinic/clock.ts';
import { relativeTimeText } from './relative-time-text.ts';

const stepMillis = 20_000;
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** A relative time. The exact time, in the reader's zone, is its tooltip and what screen readers read. */
export function RelativeTime({ instant, className }: { instant: Date; className?: string }) {
  const now = useSyncExternalStore(everyQuarterMinute, currentStep);
  const text = exact.format(instant);
  return (
    <time dateTime={instant.toISOString()} title={text} className={className}>
      <span aria-hidden="true">{relativeTimeText(instant, new Date(now))}</span>
      <span className="sr-only">{text}</span>
    </time>
  );
}

/** The current time in steps, so that it changes only when the text may. */
function currentStep(): number {
  return Math.floor(serverNow() / stepMillis) * stepMillis;
}
