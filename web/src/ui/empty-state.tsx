import type { ReactNode } from 'react';

/** An empty list: what it is, why it is empty, and the next step. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-line-strong px-6 py-14 text-center">
      {icon && (
        <div aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-pine-soft text-pine">
          {icon}
        </div>
      )}
      <h2 className="text-heading">{title}</h2>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
