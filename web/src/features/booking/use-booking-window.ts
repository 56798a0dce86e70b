import type { FreeSlot } from '@openhours/contract/booking.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { optionsOfDay } from '../schedule/options-of-day.tsx';
import { type BookingWish, useBookingWish } from './booking-wish.ts';
import { offerFor } from './wished-slot.ts';

/** What the booking window was opened for. Each opening has a number of its own, so that it starts afresh. */
type Opening = { number: number; first: FreeSlot; notice: string | undefined; isOpen: boolean };

/**
 * The booking window follows the wish in the address: it opens for it once the clinic has said what is free.
 *
 * @param day the chosen day, 'YYYY-MM-DD'; undefined for none
 */
export function useBookingWindow({ day, today }: { day: string | undefined; today: string }): {
  opening: Opening | undefined;
  /** What was wished for cannot be booked any more, and nothing near it can. */
  isGone: boolean;
  open: (wish: BookingWish) => void;
  close: () => void;
} {
  const { wish, open, close } = useBookingWish();
  const [opening, setOpening] = useState<Opening>();
  const isUndecided = wish !== undefined && day !== undefined && !opening?.isOpen;
  const options = useQuery({ ...optionsOfDay(day ?? today), enabled: isUndecided });
  const option = options.data?.find(({ _id }) => _id === wish?.optionId);
  const next = useQuery({
    ...api.availability.find.queryOptions({ input: { from: day ?? today, days: 1, option: wish?.optionId ?? '' } }),
    enabled: isUndecided && option?.slots.length === 0,
  });

  const nextFree = next.data ? (next.data.options[0]?.nextFree ?? null) : next.isError ? null : undefined;
  const decided = isUndecided && options.data ? offerFor({ day, slot: wish.slot }, option, nextFree) : undefined;
  if (decided?.kind === 'offer') {
    const { offer: first, notice } = decided;
    setOpening({ number: (opening?.number ?? 0) + 1, first, notice, isOpen: true });
  }
  if (!wish && opening?.isOpen) setOpening({ ...opening, isOpen: false });
  return { opening, isGone: decided?.kind === 'gone', open, close };
}
