import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

/** A section of the profile page. */
export function ProfileCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-6">
        <div>
          <h2 id={id} className="text-heading">
            {title}
          </h2>
          <p className="mt-1 text-muted">{lead}</p>
        </div>
        {children}
      </Card>
    </section>
  );
}
