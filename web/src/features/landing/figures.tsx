import { Each, When } from '../../clinic/facts.tsx';

/** Figures about the clinic, if it has entered any. The server fills them in. */
export function Figures() {
  return (
    <When is="figures">
      <section aria-labelledby="figures-title">
        <h2 id="figures-title" className="text-title">
          In figures
        </h2>
        <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-6">
          <Each of="figures">
            <div className="flex min-w-28 flex-col-reverse justify-end">
              <dt dir="auto" className="text-muted">
                __ITEM:label__
              </dt>
              <dd dir="auto" className="text-title font-semibold text-pine tabular-nums">
                __ITEM:value__
              </dd>
            </div>
          </Each>
        </dl>
      </section>
    </When>
  );
}
