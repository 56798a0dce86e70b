import type { BookingVersion } from '@openhours/contract/booking-state.ts';
import { instantText } from '../../clinic/instant.ts';
import { Section } from '../../ui/section.tsx';
import { historyLines } from './history-words.ts';

/** What happened to an appointment, oldest first. */
export function BookingHistory({ history }: { history: readonly BookingVersion[] }) {
  return (
    <Section id="booking-history" title="History" className="mt-10 max-w-3xl">
      <ol className="grid gap-4 border-s-2 border-line ps-5">
        {historyLines(history).map(({ what, who, why, at }) => (
          <li key={`${at} ${what}`}>
            <p className="font-medium">{what}</p>
            {why && <p>{why}</p>}
            <p className="text-sm text-muted">{`${who}, ${instantText(at)}`}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
