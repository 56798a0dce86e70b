import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { HistoryChange } from '../page-history.ts';
import { pageAt } from '../pages.ts';
import { useHistory, useSetGuard } from '../router.tsx';
import { Button } from '../ui/button.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { guardUnsaved } from '../ui/unsaved.ts';

export interface LeaveQuestion {
  /** For a button that discards what was typed: runs `go` at once, or after a confirmation if there are changes. */
  ask: (go: () => void) => void;
}

/**
 * Asks for a confirmation before a page with unsaved changes is left: by a link, by signing out, by the browser's Back
 * button, or by closing the tab (there the browser asks).
 */
export function LeaveGuard({
  when,
  title = 'Leave without saving?',
  description = 'What you have changed on this page is not saved yet.',
  ref,
}: {
  when: boolean;
  title?: string;
  description?: string;
  ref?: Ref<LeaveQuestion>;
}) {
  const history = useHistory();
  const setGuard = useSetGuard();
  const [isAsking, setIsAsking] = useState(false);
  const leave = useRef<() => void>(undefined);
  const isLeaving = useRef(false);

  useImperativeHandle(
    ref,
    () => ({
      ask: (go) => {
        if (!when) return go();
        leave.current = go;
        setIsAsking(true);
      },
    }),
    [when],
  );

  useEffect(() => {
    if (!when) return;
    LazyDialog.preload();
    isLeaving.current = false;
    const { pathname } = location;
    let isReturning = false;

    const ask = (go: () => void): void => {
      leave.current = () => {
        isLeaving.current = true;
        go();
      };
      setIsAsking(true);
    };
    const onClick = (event: MouseEvent): void => {
      const signOut = pressedSignOut(event);
      const to = wayOut(event, pathname);
      if (isLeaving.current || (!signOut && to === undefined)) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => {
        if (to !== undefined) return history.push(to);
        signOut?.click();
        // It may fail, and then the page stays.
        isLeaving.current = false;
      });
    };
    setGuard(({ action, delta }: HistoryChange) => {
      if (isReturning) {
        isReturning = false;
        return true;
      }
      if (action !== 'pop' || !delta || isLeaving.current || location.pathname === pathname) return false;
      // The browser has already moved: go back to the page, and let the router ignore both changes.
      isReturning = true;
      window.history.go(-delta);
      ask(() => window.history.go(delta));
      return true;
    });
    document.addEventListener('click', onClick, { capture: true });
    const stopGuarding = guardUnsaved(() => !isLeaving.current);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      setGuard(undefined);
      stopGuarding();
    };
  }, [when, history, setGuard]);

  return (
    <LazyDialog
      open={isAsking}
      onClose={() => setIsAsking(false)}
      title={title}
      description={description}
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

/** The button that signs out, if this is a click on it. Its listener (page-actions.ts) comes after ours. */
function pressedSignOut({ target }: MouseEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-action=sign-out]') : null;
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
