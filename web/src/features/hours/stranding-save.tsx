import { failureMessage } from '../../api/failure.ts';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { SaveBar } from './save-bar.tsx';
import { StrandedBookings } from './stranded-bookings.tsx';
import type { StrandingSave as Stranding } from './use-stranding-save.ts';

/** The end of an editor of the timetable: the bookings that no longer fit, and the save button. */
export function StrandingSave({
  stranding,
  label,
  isDirty,
  hasFaults,
  attempt,
  onSave,
  onReload,
}: {
  stranding: Stranding;
  /** The label of the save button. */
  label: string;
  isDirty: boolean;
  /** Whether the hours have faults, so that they cannot be saved. */
  hasFaults: boolean;
  /** Increases with every attempt that was stopped by a fault. */
  attempt: number;
  /** @param over the version to replace, by default the loaded one */
  onSave: (over?: number) => void;
  /** Discards the input and loads what somebody else saved. */
  onReload: () => Promise<void>;
}) {
  const stopped = hasFaults
    ? 'Please correct the marked hours.'
    : stranding.undecided.length > 0
      ? 'First decide what happens to the appointments that no longer fit.'
      : undefined;
  return (
    <>
      <StrandedBookings stranding={stranding} showsMissing={attempt > 0} />
      <SaveBar
        label={label}
        isDirty={isDirty}
        busy={stranding.isSaving}
        message={(attempt > 0 ? stopped : undefined) ?? stranding.message}
        attempt={attempt}
        settlements={stranding.settlements}
        onSave={() => onSave()}
      >
        <ChangedMeanwhile
          isOpen={stranding.changedMeanwhile !== undefined}
          busy={stranding.isSaving}
          onReplace={() => onSave(stranding.changedMeanwhile)}
          onReload={onReload}
          messageOf={failureMessage}
        />
      </SaveBar>
    </>
  );
}
