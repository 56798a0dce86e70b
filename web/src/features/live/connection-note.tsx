import { deadlineText } from '../../clinic/instant.ts';
import { useLostSince } from './connection-state.ts';

/** Says that a page which updates by itself may be out of date. Empty while the live connection works. */
export function ConnectionNote() {
  const since = useLostSince();
  return (
    <p
      role="status"
      className={since === undefined ? 'sr-only' : 'mb-4 rounded-control bg-amber-soft px-4 py-3 text-amber-ink'}
    >
      {since !== undefined &&
        `No connection to the clinic since ${deadlineText(new Date(since).toISOString())}. This page may be out of date.`}
    </p>
  );
}
