import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { HistoryChange } from '../page-history.ts';
import { pageAt } from '../pages.ts';
import { useAddress, useHistory, useOpenPage, useSetGuard } from '../router.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import {
  discardUnsaved,
  hasUnsaved,
  keepUnsaved,
  type LeaveWords,
  setDiscardQuestion,
  unsavedWords,
} from '../ui/unsaved.ts';
import { openedDialog } from './use-dialog-in-url.ts';

/**
 * Asks for a confirmation before a page, or a dialog, with unsaved input is left: by a link, by signing out, or by the
 * browser's Back button. When the tab is closed, the browser asks (ui/unsaved.ts).
 */
export function LeaveQuestion() {
  const history = useHistory();
  const setGuard = useSetGuard();
  const { pathname } = useOpenPage();
  const { state } = useAddress();
  const [words, setWords] = useState<LeaveWords>();
  const [isAsking, setIsAsking] = useState(false);
  const leave = useRef<() => void>(undefined);
  const stay = (): void => setIsAsking(false);
  const closesDialog = useEffectEvent(() => openedDialog(state));

  useEffect(() => {
    let isReturning = false;
    const ask = (go: () => void): void => {
      leave.current = go;
      setWords(unsavedWords());
      setIsAsking(true);
    };
    const onClick = (event: MouseEvent): void => {
      const signOut = pressedSignOut(event);
      const to = wayOut(event, pathname);
      if ((!signOut && to === undefined) || !hasUnsaved()) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => {
        discardUnsaved();
        // A sign-out that fails keeps what is unsaved.
        if (to === undefined) signOut?.click();
        else history.push(to);
      });
    };
    setGuard(({ action, delta }: HistoryChange) => {
      if (isReturning) {
        isReturning = false;
        return true;
      }
      if (action !== 'pop' || !delta) return false;
      const staysOnPage = location.pathname === pathname;
      if (!hasUnsaved() || (staysOnPage && !closesDialog())) {
        // Also Back before the next page has opened: this one was not left after all.
        if (staysOnPage) keepUnsaved();
        return false;
      }
      // The browser has already moved: go back to the page, and let the router ignore both changes.
      isReturning = true;
      window.history.go(-delta);
      ask(() => {
        discardUnsaved();
        window.history.go(delta);
      });
      return true;
    });
    document.addEventListener('click', onClick, { capture: true });
    setDiscardQuestion(ask);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      setGuard(undefined);
      setDiscardQuestion(undefined);
      // The page has been left.
      keepUnsaved();
    };
  }, [pathname, history, setGuard]);

  return (
    <QuestionDialog
      open={isAsking}
      onClose={stay}
      title={words?.title ?? ''}
      description={words?.description}
      cancelLabel={words?.keep}
      action={words?.discard ?? ''}
      onConfirm={() => {
        stay();
        leave.current?.();
      }}
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
