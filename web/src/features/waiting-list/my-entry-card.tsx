import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { treatmentForText } from '../appointments/treatment-text.ts';
import { requestText } from './entry-words.ts';

/** What the reader waits for. */
export function MyEntryCard({ entry, onRemove }: { entry: WaitingListEntry; onRemove: () => void }) {
  const { _id, treatment, isForSomebodyElse, patient, earlierThan } = entry;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4!">
      <div className="min-w-0">
        <p id={_id} className="font-semibold">
          {treatmentForText(treatment, isForSomebodyElse ? patient : undefined)}
        </p>
        <p className="text-[0.9375rem] text-muted">{requestText(entry)}</p>
        {earlierThan && (
          <p className="text-[0.9375rem] text-muted">
            Earlier than {earlierThan.appointmentDate}, {earlierThan.slot}
          </p>
        )}
      </div>
      <Button variant="secondary" aria-describedby={_id} onClick={onRemove}>
        Remove
      </Button>
    </Card>
  );
}
