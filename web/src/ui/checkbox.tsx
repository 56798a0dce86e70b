import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A checkbox or, with `type="radio"`, a radio button, and its label. */
export function Checkbox({
  type = 'checkbox',
  className,
  children,
  ...input
}: Pick<ComponentProps<'input'>, 'ref' | 'name' | 'checked' | 'disabled' | 'onChange' | 'className'> & {
  type?: 'checkbox' | 'radio';
  children: ReactNode;
}) {
  return (
    <label className={classNames('flex min-h-11 items-center gap-2.5 has-enabled:cursor-pointer', className)}>
      <input {...input} type={type} className="size-5 shrink-0 accent-pine forced-colors:not-focus-visible:outline-1" />
      {children}
    </label>
  );
}
