import { useSyncExternalStore } from 'react';
import { relativeTimeText } from './relative-time-text.ts';

const lookAgainMillis = 20_000;
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** A relative time. The exact time, in the reader's zone, is its tooltip and what screen readers read. */
export function RelativeTime({ instant, className }: { instant: Date; className?: string }) {
  const now = useSyncExternalStore(everyWhile, currentStep);
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
  return Math.floor(Date.now() / lookAgainMillis) * lookAgainMillis;
}

function everyWhile(lookAgain: () => void): () => void {
  const timer = window.setInterval(lookAgain, lookAgainMillis);
  return () => window.clearInterval(timer);
}
