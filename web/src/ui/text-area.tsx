import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlLook, Field, type FieldProps } from './field.tsx';

export type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'> & { value: string };

/** A labelled field for several lines. Near the end of `maxLength` it counts what is left. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <>
          <textarea
            {...area}
            {...control}
            dir="auto"
            className={classNames(controlLook, 'block field-sizing-content max-h-80 min-h-24 resize-y')}
          />
          <CharactersLeft length={area.value.length} maxLength={area.maxLength} />
        </>
      )}
    </Field>
  );
}

/** How much more may be written, once that begins to matter. */
export function CharactersLeft({ length, maxLength }: { length: number; maxLength: number | undefined }) {
  if (maxLength === undefined || length < maxLength * 0.8) return null;
  return (
    <p role="status" className="text-end text-sm text-muted tabular-nums">
      {length} / {maxLength}
    </p>
  );
}
