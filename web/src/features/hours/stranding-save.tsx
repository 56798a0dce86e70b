import { type ReactNode, useEffect, useRef } from 'react';
import { ChangedMeanwhile } from '../../api/changed-meanwhile.tsx';
import { Button } from '../../ui/button.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';
import { StrandedBookings } from './stranded-bookings.tsx';
import type { StrandingSave as Stranding } from './use-stranding-save.ts';

/** For editors of hours. */
export const stoppedTexts = {
  byFaults: 'Please correct the marked hours.',
  byUndecided: 'First decide what happens to the appointments that no longer fit.',
};

/**
 * The end of an editor of the timetable: the bookings that no longer fit, and the save button. After an attempt that faults
 * have stopped, the focus moves to the first one.
 */
export function StrandingSave({
  stranding,
  label,
  isDirty,
  stopped,
  beside,
  onReload,
}: {
  stranding: Stranding;
  /** The label of the save button. */
  label: string;
  /** Whether there are unsaved changes. If omitted, this is not shown, and the button submits the form around it. */
  isDirty?: boolean;
  /** Why nothing was saved. Without `byFaults`, only the fields say so. */
  stopped: { byFaults?: string; byUndecided: string };
  /** Buttons next to the save button. */
  beside?: ReactNode;
  /** Discards the input and loads what somebody else saved. */
  onReload?: () => Promise<void>;
}) {
  const { attempt, changedMeanwhile, hasFaults, isSaving, save, settlements, undecided } = stranding;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    const editor = root.current?.closest('[data-editor]');
    const fault = editor?.querySelector<HTMLElement>('[aria-invalid=true]');
    (fault ?? editor?.querySelector<HTMLElement>('[data-stranded] h2'))?.focus();
  }, [attempt]);
  // The list of the appointments above the button is gone.
  useEffect(() => {
    const { activeElement, body } = document;
    // Not if the user is editing another field by now.
    const isHere = activeElement === body || root.current?.contains(activeElement);
    if (settlements > 0 && isHere) root.current?.scrollIntoView({ block: 'center' });
  }, [settlements]);
  const why = hasFaults ? stopped.byFaults : undecided.length > 0 ? stopped.byUndecided : undefined;
  const message = (attempt > 0 ? why : undefined) ?? stranding.message;
  return (
    <>
      <StrandedBookings stranding={stranding} />
      <div ref={root} className="grid gap-4">
        <div role="alert">{message && <FormErrorText message={message} />}</div>
        {onReload && (
          <ChangedMeanwhile
            isOpen={changedMeanwhile !== undefined}
            busy={isSaving}
            onReplace={() => save(changedMeanwhile)}
            onReload={onReload}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type={isDirty === undefined ? 'submit' : 'button'}
            busy={isSaving}
            aria-disabled={isDirty === false && !isSaving}
            className="max-sm:w-full"
            onClick={() => isDirty && save()}
          >
            {label}
          </Button>
          {beside}
          {isDirty !== undefined && (
            <p role="status" className="text-[0.9375rem] text-muted">
              {isDirty ? 'You have unsaved changes.' : 'All changes are saved.'}
            </p>
          )}
        </div>
      </div>
    </>
  );
}
