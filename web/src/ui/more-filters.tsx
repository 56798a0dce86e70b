import { type ReactNode, useState } from 'react';

/** Hides filters on phones, where they would fill the window above the list. `chosen`: how many of them are set. */
export function MoreFilters({ chosen, children }: { chosen: number; children: ReactNode }) {
  // Open at first if one of these filters is set.
  const [isOpen] = useState(chosen > 0);
  return (
    <details open={isOpen} className="rounded-control border border-line bg-surface px-3.5">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {chosen > 0 ? `More filters (${chosen} set)` : 'More filters'}
      </summary>
      <div className="grid gap-4 border-t border-line py-4">{children}</div>
    </details>
  );
}
