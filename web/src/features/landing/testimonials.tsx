import { Each, When } from '../../clinic/facts.tsx';

/** What patients say, if the clinic has entered it. The server fills it in. */
export function Testimonials() {
  return (
    <When is="testimonials">
      <section aria-labelledby="testimonials-title">
        <h2 id="testimonials-title" className="text-title">
          What our patients say
        </h2>
        <ul className="mt-8 grid gap-4 sm:gap-6 md:grid-cols-3">
          <Each of="testimonials">
            <li>
              <figure className="flex h-full flex-col rounded-card border border-line bg-surface p-6 shadow-card">
                <blockquote dir="auto" className="grow whitespace-pre-line text-ink">
                  “__ITEM:text__”
                </blockquote>
                <figcaption className="mt-5 flex items-center gap-3 large-text:flex-wrap">
                  <span
                    aria-hidden="true"
                    className="grid size-10 shrink-0 place-items-center rounded-full bg-pine-soft text-[calc(var(--spacing)*3.5)] font-semibold text-pine select-none"
                  >
                    __ITEM:initials__
                  </span>
                  <span className="min-w-0">
                    <span dir="auto" className="block font-semibold">
                      __ITEM:name__
                    </span>
                    <span dir="auto" className="block text-sm text-muted">
                      __ITEM:place__
                    </span>
                  </span>
                </figcaption>
              </figure>
            </li>
          </Each>
        </ul>
      </section>
    </When>
  );
}
