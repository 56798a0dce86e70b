import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/** Fields that belong together, in a card with a heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-5 p-4.5! sm:p-6!">
      <h2 className="text-heading">{title}</h2>
      {children}
    </Card>
  );
}
