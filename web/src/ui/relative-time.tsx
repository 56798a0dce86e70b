import { useSyncExternalStore } from 'react';
import { relativeTimeText } from './relative-time-text.ts';

const lookAgainMillis = 20_000;
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** How long ago something was. The exact time, in the reader's zone, shows on hover and is what a screen reader says. */
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

/** Now, in steps: the same value until it is time to look again. */
function currentStep(): number {
  return Math.floor(Date.now() / lookAgainMillis) * lookAgainMillis;
}

function everyWhile(lookAgain: () => void): () => void {
  const timer = window.setInterval(lookAgain, lookAgainMillis);
  return () => window.clearInterval(timer);
}
