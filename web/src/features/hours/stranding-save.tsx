import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { SaveBar } from './save-bar.tsx';
import { StrandedBookings } from './stranded-bookings.tsx';
import type { useStrandingSave } from './use-stranding-save.ts';

/** The end of an editor of the timetable: the bookings that no longer fit, and the save button. */
export function StrandingSave({
  stranding,
  label,
  isDirty,
  stopped,
  attempt,
  onSave,
  onReload,
}: {
  stranding: ReturnType<typeof useStrandingSave>;
  /** The label of the save button. */
  label: string;
  isDirty: boolean;
  /** Why the input cannot be saved; undefined if it can. */
  stopped: string | undefined;
  /** Increases with every attempt that was stopped by a fault. */
  attempt: number;
  /** @param over the version to replace, by default the loaded one */
  onSave: (over?: number) => void;
  /** Discards the input and loads what somebody else saved. */
  onReload: () => Promise<void>;
}) {
  return (
    <>
      <StrandedBookings
        bookings={stranding.bookings}
        added={stranding.added}
        decisions={stranding.decisions}
        showsMissing={attempt > 0}
        onDecide={stranding.decide}
      />
      <SaveBar
        label={label}
        isDirty={isDirty}
        busy={stranding.isSaving}
        message={stopped ?? stranding.message}
        attempt={attempt}
        onSave={() => onSave()}
      >
        <ChangedMeanwhile
          isOpen={stranding.changedMeanwhile !== undefined}
          busy={stranding.isSaving}
          onReplace={() => onSave(stranding.changedMeanwhile)}
          onReload={onReload}
        />
      </SaveBar>
    </>
  );
}
