import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Anchor } from '../../ui/anchor.tsx';
import { classNames } from '../../ui/class-names.ts';

export type TileProps = {
  href: string;
  icon: LucideIcon;
  label: string;
  highlighted?: boolean;
  children: ReactNode;
};

/** A link of the dashboard with a description. `highlighted`: something needs attention. */
export function Tile({ href, icon: Icon, label, highlighted = false, children }: TileProps) {
  return (
    <li className="min-w-0 last:odd:sm:col-span-2">
      <Anchor
        href={href}
        className={classNames(
          'flex h-full min-h-29 items-center gap-4 rounded-card border bg-surface p-5 shadow-card hover:border-pine',
          highlighted ? 'border-line-strong' : 'border-line',
        )}
      >
        <span
          className={classNames(
            'grid size-10 shrink-0 place-items-center rounded-full',
            highlighted ? 'bg-pine text-on-pine' : 'bg-pine-soft text-pine',
          )}
        >
          <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">{label}</span>
          <span className="line-clamp-2 text-[0.9375rem] large-text:line-clamp-none text-muted">{children}</span>
        </span>
      </Anchor>
    </li>
  );
}

export const tileListLook = 'grid gap-4 sm:grid-cols-2';
