import { type ReactNode, type Ref, useId } from 'react';
import { Card } from '../../ui/card.tsx';

/** A section of the profile page. */
export function ProfileCard({
  title,
  lead,
  heading,
  children,
}: {
  title: string;
  lead: string;
  /** Gets the focus if what had it is gone. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-6">
        <div>
          <h2 ref={heading} id={id} tabIndex={-1} className="text-heading">
            {title}
          </h2>
          <p className="mt-1 text-muted">{lead}</p>
        </div>
        {children}
      </Card>
    </section>
  );
}
