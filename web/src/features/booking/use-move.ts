import type { Booking, FreeSlot } from '@openhours/contract/booking.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { toast } from '../../ui/toast.ts';
import { type BookingTrouble, readBookingTrouble } from './booking-trouble.ts';
import { priceChangeText } from './price-change.ts';
import { refreshAfterChange } from './refresh-after-change.ts';

const waitMillis = 30_000;

type MoveBody = Parameters<typeof client.booking.move>[0];

/** The state of one opened move dialog: the chosen time, and the result of the request. It sends what it shows. */
export function useMove({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const queryClient = useQueryClient();
  const user = useSignedInUser();
  const [chosen, setChosen] = useState<FreeSlot>();
  const [trouble, setTrouble] = useState<BookingTrouble>();
  const [keys] = useState(() => createIdempotencyKeys());
  // Moved by staff, an appointment keeps its price.
  const isOwn = booking.email === user.email;
  const move = useMutation({
    mutationFn: (body: MoveBody) =>
      client.booking.move(body, {
        context: { idempotencyKey: keys.keyFor(body) },
        signal: AbortSignal.timeout(waitMillis),
      }),
    onMutate: () => setTrouble(undefined),
    onSuccess: (_, { appointmentDate, slot }) => {
      toast.success(`Appointment moved to ${appointmentDate}, ${slot}`);
      onDone();
      refreshAfterChange(queryClient);
    },
    onError: (error, body) => {
      const read = readBookingTrouble(error);
      setTrouble(read);
      if (read.kind !== 'refused') return;
      keys.settle(body);
      if (read.price && chosen) setChosen({ ...chosen, ...read.price });
      void queryClient.invalidateQueries({ queryKey: api.schedule.key() });
      void queryClient.invalidateQueries({ queryKey: api.booking.key() });
    },
  });
  return {
    chosen,
    trouble,
    isSending: move.isPending,
    priceChange: chosen && isOwn ? priceChangeText(booking, chosen) : undefined,
    choose: (free: FreeSlot): void => {
      setTrouble(undefined);
      setChosen(free);
    },
    back: (): void => {
      setTrouble(undefined);
      setChosen(undefined);
    },
    send: (): void => {
      if (!chosen || move.isPending) return;
      const { appointmentDate, slot, optionId, price, currency } = chosen;
      move.mutate({
        id: booking._id,
        appointmentDate,
        slot,
        optionId,
        ...(isOwn && { price, currency }),
        version: booking.version,
      });
    },
  };
}
