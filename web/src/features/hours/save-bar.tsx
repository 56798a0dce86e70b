import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';

/** The save button of an editor, and what is in its way. After an attempt that failed, the focus goes to the first fault. */
export function SaveBar({
  label = 'Save',
  isDirty,
  beside,
  busy,
  message,
  attempt,
  onSave,
  children,
}: {
  label?: string;
  /** Whether there is something to save; left out, a page says it in another way. */
  isDirty?: boolean;
  /** Other buttons. */
  beside?: ReactNode;
  busy: boolean;
  message: string | undefined;
  /** A new number for each attempt that was stopped by a fault. */
  attempt: number;
  onSave: () => void;
  children?: ReactNode;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    const editor = root.current?.closest('[data-editor]');
    const fault = editor?.querySelector<HTMLElement>('[aria-invalid=true]');
    (fault ?? editor?.querySelector<HTMLElement>('[data-stranded] h2'))?.focus();
  }, [attempt]);
  return (
    <div ref={root} className="grid gap-4">
      <div role="alert">{message && <FormErrorText message={message} />}</div>
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={busy} aria-disabled={isDirty === false && !busy} className="max-sm:w-full" onClick={onSave}>
          {label}
        </Button>
        {beside}
        {isDirty !== undefined && (
          <p role="status" className="text-[0.9375rem] text-muted">
            {isDirty ? 'There are unsaved changes.' : 'Everything is saved.'}
          </p>
        )}
      </div>
    </div>
  );
}
