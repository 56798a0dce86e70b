import { type ComponentProps, useState } from 'react';
import { classNames } from './class-names.ts';
import { controlLook, Field, type FieldProps } from './field.tsx';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'value'> & { value?: string };

/** A labelled field for several lines. Near `maxLength`, it shows how many characters are left. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const [typedLength, setTypedLength] = useState(0);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <>
          <textarea
            {...area}
            {...control}
            onInput={({ currentTarget }) => setTypedLength(currentTarget.value.length)}
            dir="auto"
            className={classNames(controlLook, 'block field-sizing-content max-h-80 min-h-24 resize-y')}
          />
          <CharactersLeft length={area.value?.length ?? typedLength} maxLength={area.maxLength} />
        </>
      )}
    </Field>
  );
}

/** How many characters are left, once that matters. */
export function CharactersLeft({ length, maxLength }: { length: number; maxLength: number | undefined }) {
  if (maxLength === undefined || length < maxLength * 0.8) return null;
  return (
    <p role="status" className="text-end text-sm text-muted tabular-nums">
      {length} / {maxLength}
    </p>
  );
}
