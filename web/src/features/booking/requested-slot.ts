import { useCallback } from 'react';
import { useDialogInUrl } from '../../layouts/use-dialog-in-url.ts';
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
 * login and sign-up, too. The functions are stable.
 */
export function useRequestedSlot(): {
  requested: RequestedSlot | undefined;
  open: (requested: RequestedSlot & { day: string }) => void;
  close: () => void;
} {
  const { parameters, open: openDialog, close } = useDialogInUrl(names);
  const open = useCallback(
    // The URL gets the day even if it is today, because it may be opened again tomorrow.
    ({ day, optionId, slot }: RequestedSlot & { day: string }): void => openDialog({ day, option: optionId, slot }),
    [openDialog],
  );
  return { requested: requestedSlotIn(parameters), open, close };
}

const names = ['option', 'slot'] as const;
