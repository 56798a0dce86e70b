import type { ComponentProps } from 'react';
import { controlLook, Field, type FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>;

/** A labelled one-line input. `readOnly` has its own look and stays focusable. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input type="text" {...input} {...control} className={controlLook} />}
    </Field>
  );
}
