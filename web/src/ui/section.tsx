import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A part of a page with a heading, which is its accessible name. */
export function Section({
  id,
  title,
  className,
  children,
}: {
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className={classNames('min-w-0', className)}>
      <h2 id={id} className="mb-4 text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}
