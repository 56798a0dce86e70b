import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

/** A section of the profile page. */
export function ProfileCard({
  id: ownId,
  title,
  lead,
  children,
}: {
  /** Of the heading, for links to the card, which focus it. */
  id?: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  const otherId = useId();
  const id = ownId ?? otherId;
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-6">
        <div>
          <h2 id={id} tabIndex={ownId === undefined ? undefined : -1} className="text-heading">
            {title}
          </h2>
          <p className="mt-1 text-muted">{lead}</p>
        </div>
        {children}
      </Card>
    </section>
  );
}
