import type { ReactNode } from 'react';
import { Card } from './card.tsx';

/** A card with a heading and, below it, a sentence about what is in it. */
export function TitledCard({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Card className="grid gap-5 p-4.5! sm:p-6!">
      <div>
        <h2 className="text-heading">{title}</h2>
        {lead && <p className="mt-1 text-[0.9375rem] text-muted">{lead}</p>}
      </div>
      {children}
    </Card>
  );
}
