import { useCallback } from 'react';
import { useHistory, useSearchParams } from '../../router.tsx';
import { realDay } from '../schedule/civil-date.ts';

/** The slot to book: `?day=2026-11-27&option=ID&slot=09:00+AM+-+09:30+AM`, without a day today. */
export type RequestedSlot = {
  /** 'YYYY-MM-DD'. It may have passed, if the URL is an old one. */
  day: string | undefined;
  optionId: string;
  slot: string;
};

export function requestedSlotIn(parameters: URLSearchParams): RequestedSlot | undefined {
  const optionId = parameters.get('option');
  const slot = parameters.get('slot');
  return optionId && slot ? { day: realDay(parameters.get('day') ?? ''), optionId, slot } : undefined;
}

/**
 * The requested slot in the URL, and functions to open and close the booking dialog for one. In the URL it survives
 * login, sign-up and a reload, and the browser's Back button closes the dialog. The functions are stable.
 */
export function useRequestedSlot(): {
  requested: RequestedSlot | undefined;
  open: (requested: RequestedSlot & { day: string }) => void;
  close: () => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const history = useHistory();
  const open = useCallback(
    ({ day, optionId, slot }: RequestedSlot & { day: string }): void =>
      setParameters(
        (next) => {
          // Also today, because the URL may be opened again tomorrow.
          next.set('day', day);
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
