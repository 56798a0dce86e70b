import type { ReactNode } from 'react';

/** A part of a page with a heading, which is its accessible name. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-4 text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}
