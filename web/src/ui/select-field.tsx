import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlLook, Field, type FieldProps } from './field.tsx';

export type SelectFieldProps = FieldProps & Omit<ComponentProps<'select'>, 'id' | 'className' | 'multiple' | 'size'>;

/** A labelled native select; its children are `option` elements. Phones show their own picker. */
export function SelectField({ label, hint, error, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
}

/** A native select without a visible label: give it an `aria-label`. */
export function Select({ className, ...select }: ComponentProps<'select'>) {
  return (
    <div className={classNames('relative', className)}>
      <select {...select} className={classNames(controlLook, 'appearance-none pe-10 text-ellipsis')} />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-3 top-1/2 size-5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}

/** The options of a select field, in order: the value and the text of each. */
export function Options({ of = [] }: { of: readonly (readonly [value: string | number, text: string])[] | undefined }) {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
