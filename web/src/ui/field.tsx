import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** The ids that tie label, hint and error to the control. */
type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = {
  label: string;
  /** Shown under the label. */
  hint?: string | undefined;
  error?: string | undefined;
  className?: string | undefined;
};

/** Label, hint and error around a control, for TextField, PasswordField and SelectField. */
export function Field({
  label,
  hint,
  error,
  className,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const describedBy = classNames(hint && `${id}-hint`, error && `${id}-error`);
  return (
    <div className={classNames('grid content-start gap-1.5 large-text:min-w-full', className)}>
      <label id={`${id}-label`} htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="flex animate-fade-in gap-1.5 text-sm font-medium text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}

/** The look of inputs and selects. Text of 16 px keeps phones from zooming in. */
export const controlLook =
  'min-h-11 w-full rounded-control border border-line-strong bg-surface px-3.5 py-2 text-base text-ink ' +
  'placeholder:text-faint hover:border-pine ' +
  'focus-visible:border-pine focus-visible:outline-offset-0 ' +
  'read-only:not-[select]:border-line read-only:not-[select]:bg-sunken ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-faint ' +
  'aria-invalid:border-danger aria-invalid:hover:border-danger';
