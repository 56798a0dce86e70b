import type { FreeSlot } from '@openhours/contract/booking.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { optionsOfDay } from '../schedule/options-of-day.tsx';
import { type RequestedSlot, useRequestedSlot } from './requested-slot.ts';
import { offerFor } from './slot-offer.ts';

/** The slot for which the booking dialog was opened. Each opening has a new number, so that it starts fresh. */
type Opening = { number: number; first: FreeSlot; notice: string | undefined; isOpen: boolean };

/**
 * The booking dialog follows the URL: it opens for the slot in it once the free slots are known.
 *
 * @param day the chosen day, 'YYYY-MM-DD'; undefined for none
 */
export function useBookingWindow({ day, today }: { day: string | undefined; today: string }): {
  opening: Opening | undefined;
  /** The requested slot cannot be booked, and no other can be offered. */
  isGone: boolean;
  open: (requested: RequestedSlot & { day: string }) => void;
  close: () => void;
} {
  const { requested, open, close } = useRequestedSlot();
  const [opening, setOpening] = useState<Opening>();
  const isClosed = requested !== undefined && !opening?.isOpen;
  const isPast = isClosed && requested.day !== undefined && requested.day < today;
  const isUndecided = isClosed && day !== undefined && !isPast;
  // Without a requested slot, another day's options do not render the page again.
  const options = useQuery({ ...optionsOfDay(day ?? today), enabled: isUndecided, subscribed: isUndecided });
  const option = options.data?.find(({ _id }) => _id === requested?.optionId);
  const next = useQuery({
    ...api.availability.find.queryOptions({
      input: { from: day ?? today, days: 1, option: requested?.optionId ?? '' },
    }),
    enabled: isUndecided && option?.slots.length === 0,
    subscribed: isUndecided,
  });

  const nextFree = next.data ? (next.data.options[0]?.nextFree ?? null) : next.isError ? null : undefined;
  const decided = isUndecided && options.data ? offerFor({ day, slot: requested.slot }, option, nextFree) : undefined;
  if (decided?.kind === 'offer') {
    const { offer: first, notice } = decided;
    setOpening({ number: (opening?.number ?? 0) + 1, first, notice, isOpen: true });
  }
  if (!requested && opening?.isOpen) setOpening({ ...opening, isOpen: false });
  return { opening, isGone: isPast || decided?.kind === 'gone', open, close };
}
