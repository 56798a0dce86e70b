import { type ReactNode, useState } from 'react';

/** Hides filters on phones, where they would fill the window above the list. `chosen`: how many of them are set. */
export function MoreFilters({
  label = 'More filters',
  chosen,
  opens = chosen > 0,
  children,
}: {
  label?: string;
  chosen: number;
  /** Whether it is open at first. */
  opens?: boolean;
  children: ReactNode;
}) {
  const [isOpen] = useState(opens);
  return (
    <details open={isOpen} className="grow basis-full rounded-control border border-line bg-surface px-3.5">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {chosen > 0 ? `${label} (${chosen} ${chosen === 1 ? 'filter' : 'filters'} set)` : label}
      </summary>
      <div className="grid gap-4 border-t border-line py-4">{children}</div>
    </details>
  );
}
