import { useEffect, useRef, useState } from 'react';
import { pageAt } from '../pages.ts';
import { useHistory } from '../router.tsx';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';

/**
 * Asks for a confirmation before a page with unsaved changes is left: by a link, by the browser's Back button, or by
 * closing the tab (there the browser asks).
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const history = useHistory();
  const [isAsking, setIsAsking] = useState(false);
  const leave = useRef<() => void>(undefined);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!when) return;
    LazyDialog.preload();
    isLeaving.current = false;
    const { pathname } = location;
    const index = indexOf(window.history.state);
    let isReturning = false;

    const ask = (go: () => void): void => {
      leave.current = () => {
        isLeaving.current = true;
        go();
      };
      setIsAsking(true);
    };
    const onClick = (event: MouseEvent): void => {
      const to = isLeaving.current ? undefined : wayOut(event, pathname);
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => history.push(to));
    };
    const onPopState = (event: PopStateEvent): void => {
      if (isReturning) {
        isReturning = false;
        event.stopImmediatePropagation();
        return;
      }
      const steps = indexOf(event.state) - index;
      if (isLeaving.current || location.pathname === pathname || !steps) return;
      // The browser has already moved: go back to the page, and hide both events from the router.
      event.stopImmediatePropagation();
      isReturning = true;
      window.history.go(-steps);
      ask(() => window.history.go(steps));
    };
    const onBeforeUnload = (event: BeforeUnloadEvent): void => {
      if (!isLeaving.current) event.preventDefault();
    };
    document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('popstate', onPopState, { capture: true });
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('popstate', onPopState, { capture: true });
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [when, history]);

  return (
    <LazyDialog
      open={isAsking}
      onClose={() => setIsAsking(false)}
      title="Leave without saving?"
      description="What you have changed on this page is not saved yet."
      onPhones="panel"
      footer={
        <>
          <Button variant="secondary" onClick={() => setIsAsking(false)}>
            Stay on this page
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setIsAsking(false);
              leave.current?.();
            }}
          >
            Leave
          </Button>
        </>
      }
    />
  );
}

/** The address of another page of the application that this click opens; undefined for every other click. */
function wayOut(event: MouseEvent, pathname: string): string | undefined {
  const { target, button, metaKey, altKey, ctrlKey, shiftKey } = event;
  if (button !== 0 || metaKey || altKey || ctrlKey || shiftKey || !(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (!link || link.origin !== location.origin || link.target || link.pathname === pathname) return undefined;
  const page = pageAt(link.pathname);
  // For other pages, which open as documents, the browser asks.
  return page?.loads === 'application' && !page.ownPolicy ? link.pathname + link.search + link.hash : undefined;
}

/** The index of an entry in the browser's history, which the router writes into its state. */
function indexOf(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return 0;
  return typeof state.idx === 'number' ? state.idx : 0;
}
