import CircleCheck from 'lucide-react/icons/circle-check';
import { type ReactNode, useEffect, useRef } from 'react';

/** Replaces a form after success, and takes the focus. */
export function FormDone({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid animate-fade-in gap-2 rounded-card bg-pine-soft p-5">
      <h2
        ref={heading}
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
