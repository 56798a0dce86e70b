import type { BookingTerms } from '@openhours/contract/holds.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { serverNow } from '../../clinic/clock.ts';
import { timeText } from '../../clinic/instant.ts';
import { zoneNote } from '../../clinic/zone.ts';
import { type HeldSlot, holdSlot } from './slot-hold.ts';

/**
 * Holds this slot, and lets it go when another one or none is given.
 *
 * @returns a sentence about it: until when it is held, that it is over, or that it could not be held; and what the patient
 *   agrees to by booking, if the server has said so. Undefined until there is an answer
 */
export function useSlotHold(
  slot: HeldSlot | undefined,
): { text: string; wasHeld: boolean; terms: BookingTerms | undefined } | undefined {
  const queryClient = useQueryClient();
  const [held, setHeld] = useState<{
    key: string;
    /** Missing if it could not be held. */
    expiresAt?: string;
    terms?: BookingTerms | undefined;
    isOver: boolean;
  }>();
  const { optionId = '', appointmentDate = '', slot: label = '' } = slot ?? {};
  const key = slot && `${optionId} ${appointmentDate} ${label}`;
  useEffect(() => {
    if (key === undefined) return;
    return holdSlot(
      { optionId, appointmentDate, slot: label },
      {
        onHeld: ({ expiresAt, terms }) => setHeld({ key, expiresAt, terms, isOver: false }),
        onOver: () => {
          // It may have been held before.
          setHeld((now) => ({ ...(now?.key === key ? now : { key }), isOver: true }));
          invalidate(queryClient, api.schedule, api.appointments.options);
        },
      },
    );
  }, [key, optionId, appointmentDate, label, queryClient]);

  const expiresAt = held?.key === key ? held?.expiresAt : undefined;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const left = Date.parse(expiresAt) - serverNow();
    const timer = window.setTimeout(() => setHeld((now) => now && { ...now, isOver: true }), left);
    return () => window.clearTimeout(timer);
  }, [expiresAt]);

  if (!held || held.key !== key) return undefined;
  return { text: holdText(held), wasHeld: held.expiresAt !== undefined, terms: held.terms };
}

function holdText({ expiresAt, isOver }: { expiresAt?: string; isOver: boolean }): string {
  if (expiresAt === undefined) return 'We could not hold this time for you. Somebody else can book it first.';
  return isOver
    ? 'This time is no longer held for you. You can still book it if it is free.'
    : `Held for you until ${timeText(expiresAt)}${zoneNote() && ", the clinic's local time"}`;
}
