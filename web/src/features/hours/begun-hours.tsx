import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useMutation } from '@tanstack/react-query';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';

/** Shown when planned hours began while the editor was open: what it has as the current hours is over. */
export function BegunHours({
  validFrom,
  isDirty,
  onReload,
}: {
  validFrom: string;
  isDirty: boolean;
  onReload: () => Promise<void>;
}) {
  const reload = useMutation({ mutationFn: onReload });
  return (
    <div className="grid justify-items-start gap-3 rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
      <p>
        {`The hours from ${mediumDateFromIso(validFrom)} apply now. Load the hours again to change them.`}
        {isDirty && ' Your changes are not saved, and will be lost.'}
      </p>
      <Button variant="secondary" size="small" busy={reload.isPending} onClick={() => reload.mutate()}>
        Load again
      </Button>
      {reload.error && <p>{failureMessage(reload.error)}</p>}
    </div>
  );
}
