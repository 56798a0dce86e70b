import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';

/** An editor's save button and error message. After an attempt that found faults, the focus moves to the first one. */
export function SaveBar({
  label = 'Save',
  isDirty,
  beside,
  busy,
  message,
  attempt,
  settlements = 0,
  onSave,
  children,
}: {
  label?: string;
  /** Whether there are unsaved changes. If omitted, the bar does not show that. */
  isDirty?: boolean;
  /** Buttons next to the save button. */
  beside?: ReactNode;
  busy: boolean;
  message: string | undefined;
  /** Number of attempts that faults have stopped. */
  attempt: number;
  /** Number of saves with decisions about appointments. After each, the list of these appointments above the bar is gone. */
  settlements?: number;
  /** If omitted, the button submits the form around it. */
  onSave?: () => void;
  children?: ReactNode;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    const editor = root.current?.closest('[data-editor]');
    const fault = editor?.querySelector<HTMLElement>('[aria-invalid=true]');
    (fault ?? editor?.querySelector<HTMLElement>('[data-stranded] h2'))?.focus();
  }, [attempt]);
  useEffect(() => {
    const { activeElement, body } = document;
    // Not if the user is editing another field by now.
    const isHere = activeElement === body || root.current?.contains(activeElement);
    if (settlements > 0 && isHere) root.current?.scrollIntoView({ block: 'center' });
  }, [settlements]);
  return (
    <div ref={root} className="grid gap-4">
      <div role="alert">{message && <FormErrorText message={message} />}</div>
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type={onSave ? 'button' : 'submit'}
          busy={busy}
          aria-disabled={isDirty === false && !busy}
          className="max-sm:w-full"
          onClick={onSave}
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
  );
}
