import { useCallback } from 'react';
import { useHistory, useSearchParams } from '../../router.tsx';

/** The slot to book on the day in the URL: `?option=ID&slot=09:00+AM+-+09:30+AM`. */
export type RequestedSlot = { optionId: string; slot: string };

export function requestedSlotIn(parameters: URLSearchParams): RequestedSlot | undefined {
  const optionId = parameters.get('option');
  const slot = parameters.get('slot');
  return optionId && slot ? { optionId, slot } : undefined;
}

/**
 * The requested slot in the URL, and functions to open and close the booking dialog for one. In the URL it survives
 * login, sign-up and a reload, and the browser's Back button closes the dialog. The functions are stable.
 */
export function useRequestedSlot(): {
  requested: RequestedSlot | undefined;
  open: (requested: RequestedSlot) => void;
  close: () => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const history = useHistory();
  const open = useCallback(
    ({ optionId, slot }: RequestedSlot): void =>
      setParameters(
        (next) => {
          next.set('option', optionId);
          next.set('slot', slot);
          return next;
        },
        { state: openedHere },
      ),
    [setParameters],
  );
  const close = useCallback((): void => {
    // If this page added the history entry, go back; if a link from another page did, replace it.
    if (hasOpened(history.location.state)) {
      history.go(-1);
      return;
    }
    setParameters(
      (next) => {
        next.delete('option');
        next.delete('slot');
        return next;
      },
      { replace: true },
    );
  }, [history, setParameters]);
  return { requested: requestedSlotIn(parameters), open, close };
}

const openedHere = { opened: 'booking' };

function hasOpened(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'opened') === openedHere.opened;
}
