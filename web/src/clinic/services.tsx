import type { ReactNode } from 'react';
import { Each, When } from './facts.tsx';

/** The treatments of a clinic that is not the demo. The server fills them into the prerendered document. */
export function OwnServices({ title }: { title: string }) {
  return (
    <When is="treatments">
      <ServiceList title={title}>
        <Each of="treatments">
          <Service name="__ITEM:name__" text="__ITEM:description__" />
        </Each>
      </ServiceList>
    </When>
  );
}

/** What the clinic offers: a list of `Service`. */
export function ServiceList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="services-title">
      <h2 id="services-title" className="text-title">
        {title}
      </h2>
      <dl className="mt-6 border-t border-line">{children}</dl>
    </section>
  );
}

export function Service({ name, text }: { name: string; text: string }) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-b border-line py-5 sm:grid-cols-[11rem_1fr]">
      <dt className="text-lg font-semibold">{name}</dt>
      <dd className="text-muted">{text}</dd>
    </div>
  );
}
