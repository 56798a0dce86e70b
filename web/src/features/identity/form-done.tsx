import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';

/** Replaces a form after success, and takes the focus. */
export function FormDone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid animate-fade-in gap-2 rounded-card bg-pine-soft p-5">
      <h2
        ref={focusWhenShown}
        tabIndex={-1}
        className="flex items-center gap-2.5 font-semibold text-pine focus-visible:outline-none"
      >
        <CircleCheck className="size-5 shrink-0" aria-hidden="true" />
        {title}
      </h2>
      <div>{children}</div>
    </div>
  );
}
