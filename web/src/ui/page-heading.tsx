import type { ReactNode } from 'react';
import { productName } from '../product-name.ts';

/**
 * The page's one h1, and the document's title. It takes the focus after a navigation inside the application
 * (layouts/page-arrival.ts), so that a screen reader says where one has come.
 */
export function PageHeading({
  title,
  documentTitle,
  children,
  action,
}: {
  title: ReactNode;
  /** Needed where the title is not plain text. */
  documentTitle?: string;
  /** A line under the heading. */
  children?: ReactNode;
  /** At the end of the heading's line. */
  action?: ReactNode;
}) {
  const name = documentTitle ?? (typeof title === 'string' ? title : undefined);
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <title>{name ? `${name} · ${productName()}` : productName()}</title>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-title">
          {title}
        </h1>
        {children && <p className="mt-2 max-w-2xl text-muted">{children}</p>}
      </div>
      {action}
    </header>
  );
}
