import CloudAlert from 'lucide-react/icons/cloud-alert';
import { useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

/** After 'Try again' was pressed, the button disappears and the page's heading has the focus. */
let isAwaited = false;

/**
 * A part of a page that could not be loaded: a message and a retry button. The parent may show something else during
 * the retry: the heading has the focus then, and the button gets it back after a failure.
 */
export function ErrorState({
  message,
  query,
}: {
  message: string;
  /** The query that failed, or another request that can be repeated. */
  query: { refetch: () => unknown; isFetching: boolean };
}) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    const pressed = button.current;
    if (isAwaited && document.activeElement === heading) pressed?.focus();
    isAwaited = false;
    return () => {
      if (document.activeElement !== pressed) return;
      isAwaited = true;
      document.querySelector<HTMLElement>('main h1')?.focus();
    };
  }, []);
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <CloudAlert className="size-10 text-danger" strokeWidth={1.5} aria-hidden="true" />
      <p className="max-w-md">{message}</p>
      <Button ref={button} variant="secondary" onClick={() => void query.refetch()} busy={query.isFetching}>
        Try again
      </Button>
    </div>
  );
}
