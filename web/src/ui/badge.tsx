import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'positive' | 'warning' | 'danger';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  positive: 'bg-pine-soft text-pine',
  warning: 'bg-amber-soft text-amber-ink',
  danger: 'bg-danger-soft text-danger',
};

/** A short state in a pill. The meaning is in the text; the colour repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full border border-transparent px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
