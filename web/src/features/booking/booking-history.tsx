import type { BookingVersion } from '@openhours/contract/booking-state.ts';
import { instantText } from '../../clinic/instant.ts';
import { historyLines } from './history-words.ts';

/** What happened to an appointment, oldest first. */
export function BookingHistory({ history }: { history: readonly BookingVersion[] }) {
  return (
    <section aria-labelledby="booking-history" className="mt-10 max-w-3xl">
      <h2 id="booking-history" className="mb-4 text-heading">
        History
      </h2>
      <ol className="grid gap-4 border-s-2 border-line ps-5">
        {historyLines(history).map(({ what, who, why, at }) => (
          <li key={`${at} ${what}`}>
            <p className="font-medium">{what}</p>
            {why && <p>{why}</p>}
            <p className="text-sm text-muted">{`${who}, ${instantText(at)}`}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
