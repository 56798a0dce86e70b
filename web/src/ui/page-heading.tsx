import type { ReactNode } from 'react';
import { productName } from '../clinic/name.ts';
import { classNames } from './class-names.ts';

/**
 * The page's h1 and document title. It is focused after a navigation inside the application (layouts/page-arrival.ts),
 * so that screen readers announce the page.
 */
export function PageHeading({
  title,
  documentTitle,
  children,
  action,
  size = 'regular',
}: {
  title: ReactNode;
  /** Required if the title is not plain text. */
  documentTitle?: string;
  /** A line below the heading. */
  children?: ReactNode;
  /** At the end of the heading's line. */
  action?: ReactNode;
  /** Small is for a page that fills the window; compact is small on a narrow screen only. */
  size?: 'regular' | 'small' | 'compact';
}) {
  const name = documentTitle ?? (typeof title === 'string' ? title : undefined);
  return (
    <header className={classNames('flex flex-wrap justify-between gap-x-6 gap-y-4 sm:flex-nowrap', looks[size].header)}>
      <title>{name ? `${name} · ${productName()}` : productName()}</title>
      <div className="min-w-0">
        <h1 tabIndex={-1} className={looks[size].title}>
          {title}
        </h1>
        {children && (
          <p className={classNames('max-w-2xl text-muted empty:hidden', size === 'compact' ? 'mt-1 text-sm' : 'mt-2')}>
            {children}
          </p>
        )}
      </div>
      {action}
    </header>
  );
}

const looks = {
  regular: { header: 'mb-8 items-baseline', title: 'text-title' },
  small: { header: 'min-h-11 items-center', title: 'text-heading' },
  compact: { header: 'mb-2 items-baseline lg:mb-8', title: 'text-heading lg:text-title' },
} as const;
