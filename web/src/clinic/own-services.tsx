import { Each, When } from './facts.tsx';

/** The treatments of a clinic that is not the demo. The server fills them into the prerendered document. */
export function OwnServices({ title }: { title: string }) {
  return (
    <When is="treatments">
      <section aria-labelledby="services-title">
        <h2 id="services-title" className="text-title">
          {title}
        </h2>
        <dl className="mt-6 border-t border-line">
          <Each of="treatments">
            <div className="grid gap-x-6 gap-y-1 border-b border-line py-5 sm:grid-cols-[11rem_1fr]">
              <dt className="text-lg font-semibold">__ITEM:name__</dt>
              <dd className="text-muted">__ITEM:description__</dd>
            </div>
          </Each>
        </dl>
      </section>
    </When>
  );
}
