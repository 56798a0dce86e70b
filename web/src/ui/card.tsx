import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A panel slightly raised above the page. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={classNames('rounded-card border border-line bg-surface p-6 shadow-card', className)} />
  );
}
