import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { FormErrorText } from '../../ui/form-error.tsx';

/** A line of a checklist, with a test if there is one. */
export function ChecklistLine({
  isDone,
  action,
  said,
  failed,
  children,
}: {
  isDone: boolean;
  /** A button that tests it. */
  action?: ReactNode;
  /** The result of the test. */
  said?: string | undefined;
  failed?: string | undefined;
  children: ReactNode;
}) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-3">
      <Icon
        className={isDone ? 'mt-0.5 size-5 shrink-0 text-pine' : 'mt-0.5 size-5 shrink-0 text-muted'}
        aria-hidden="true"
      />
      <div className="grid min-w-0 grow justify-items-start gap-2">
        <p className="wrap-anywhere">
          {isDone && <span className="sr-only">Done: </span>}
          {children}
        </p>
        {action}
        <p role="status" className="wrap-anywhere rounded-control bg-pine-soft px-4 py-2 empty:sr-only">
          {said}
        </p>
        <div role="alert" className="wrap-anywhere empty:hidden">
          {failed && <FormErrorText message={failed} />}
        </div>
      </div>
    </li>
  );
}
