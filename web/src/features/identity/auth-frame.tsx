import type { ReactNode } from 'react';
import { PublicLayout } from '../../layouts/public-layout.tsx';

/** The narrow page around every form of this feature. */
export function AuthFrame({
  path,
  title,
  lead,
  children,
  after,
}: {
  path: string;
  title: string;
  lead?: string;
  children: ReactNode;
  /** Below the card: a link to a related page. */
  after?: ReactNode;
}) {
  return (
    <PublicLayout path={path}>
      <div className="page-width grid justify-items-center py-10 sm:py-16">
        <div className="w-full max-w-md">
          <div className="sm:rounded-panel sm:border sm:border-line sm:bg-surface sm:p-10 sm:shadow-lift">
            <h1 className="text-title">{title}</h1>
            {lead && <p className="mt-2 text-muted">{lead}</p>}
            <div className="mt-7">{children}</div>
          </div>
          {after && <p className="mt-6 text-center text-muted max-sm:text-start">{after}</p>}
        </div>
      </div>
    </PublicLayout>
  );
}
