import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** One of a row of choices, of which one is pressed: what a list shows. Its caller sets `aria-pressed`. */
export function Chip({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(
        'min-h-11 shrink-0 rounded-full border px-4 font-medium whitespace-nowrap',
        'border-line-strong bg-surface hover:border-pine hover:text-pine',
        'aria-pressed:border-pine aria-pressed:bg-pine aria-pressed:text-on-pine aria-pressed:forced-color-adjust-none',
        className,
      )}
    />
  );
}
