import type { ReactNode } from 'react';

/** A term of a list (`dl`), with its description below it. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
