import type { NewsItem as News } from '@openhours/contract/clinic-facts.ts';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** The box with the clinic's news, on the landing page and in the feed. */
export function NewsFrame({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <aside
      aria-labelledby="news-title"
      className={classNames(
        'rounded-panel bg-sunken p-6 outline -outline-offset-1 outline-transparent sm:p-8',
        className,
      )}
    >
      <h2 id="news-title" className="text-heading">
        Health news
      </h2>
      <ul className="mt-2 grid sm:max-lg:grid-cols-2 sm:max-lg:gap-x-8">{children}</ul>
    </aside>
  );
}

export function NewsItem({ topic, title, text }: News) {
  return (
    <li dir="auto" className="border-line py-4 not-first:border-t sm:max-lg:border-t">
      <p className="text-sm font-semibold text-pine">{topic}</p>
      <h3 className="mt-0.5 font-semibold">{title}</h3>
      <p className="mt-1 text-[0.9375rem] whitespace-pre-line text-muted">{text}</p>
    </li>
  );
}
