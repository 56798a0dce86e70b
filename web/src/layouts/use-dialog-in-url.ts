import { useCallback, useRef } from 'react';
import { useHistory, useSearchParams } from '../router.tsx';
import { discardUnsaved, keepUnsaved } from '../ui/unsaved.ts';

/**
 * A dialog that is open while the URL has these parameters, so that it survives a reload, and the browser's Back button
 * closes it. The functions are stable.
 *
 * @param names a constant: the same array each time
 */
export function useDialogInUrl(names: readonly string[]): {
  parameters: URLSearchParams;
  /** Sets these parameters, which may include others than `names`. If the dialog is open already, replaces them. */
  open: (values: Readonly<Record<string, string>>) => void;
  close: () => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const history = useHistory();
  const open = useCallback(
    (values: Readonly<Record<string, string>>): void => {
      const { search, state } = history.place;
      const isOpen = names.some((name) => new URLSearchParams(search).has(name));
      setParameters(
        (current) => new URLSearchParams({ ...Object.fromEntries(current), ...values }),
        isOpen ? { replace: true, state } : { state: openedHere },
      );
    },
    [history, names, setParameters],
  );
  // The browser goes back a moment later. Until then, a second Escape must not go back another step.
  const isGoingBack = useRef(false);
  const close = useCallback((): void => {
    const { search, state } = history.place;
    const current = new URLSearchParams(search);
    if (isGoingBack.current || !names.some((name) => current.has(name))) return;
    // If this page added the history entry, go back; if a link from another page did, replace it.
    if (openedDialog(state)) {
      isGoingBack.current = true;
      // The dialog has asked already, if what was typed is lost (layouts/leave-question.tsx would ask again).
      discardUnsaved();
      const hasGone = (): void => {
        isGoingBack.current = false;
        keepUnsaved();
      };
      window.addEventListener('popstate', hasGone, { once: true });
      history.go(-1);
      return;
    }
    setParameters(
      (next) => {
        for (const name of names) next.delete(name);
        return next;
      },
      { replace: true },
    );
  }, [history, names, setParameters]);
  return { parameters, open, close };
}

const openedHere = { opened: 'dialog' };

/** Whether the history entry with this state was added when such a dialog opened, so that Back closes it. */
export function openedDialog(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'opened') === openedHere.opened;
}
