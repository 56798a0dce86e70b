import type { Booking, FreeSlot } from '@openhours/contract/booking.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { toast } from '../../ui/toast.ts';
import { type BookingTrouble, readBookingTrouble } from './booking-trouble.ts';
import { payByText } from './pay-by-text.ts';
import { showsAppointments } from './shows-appointments.ts';
import { giveUpPendingHold } from './slot-hold.ts';
import { useMoveTerms } from './use-move-terms.ts';
import { type Target, whose } from './whose.ts';

type MoveBody = Omit<Parameters<typeof client.booking.move>[0], 'id'>;

/** The appointment that is moved; by the link in an email it is the reader's own. */
export type Movable = Pick<
  Booking,
  'treatment' | 'treatmentNow' | 'appointmentDate' | 'slot' | 'doctorName' | 'price' | 'currency' | 'paid' | 'version'
> &
  Target;

/** The state of one opened move dialog: the chosen time, and the result of the request. It sends what it shows. */
export function useMove({
  booking,
  isOpen,
  onDone,
}: {
  booking: Movable;
  /** For a result that arrives after the dialog was closed. */
  isOpen: boolean;
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const user = useQuery({ ...sessionQuery, enabled: booking.token === undefined }).data;
  const [chosen, setChosen] = useState<FreeSlot>();
  const [trouble, setTrouble] = useState<BookingTrouble>();
  const { isStaff, name } = whose(booking, user);
  const move = useIdempotentMutation({
    mutationFn: async (body: MoveBody, once) =>
      booking.token === undefined
        ? await client.booking.move({ ...body, id: booking._id }, once)
        : await client.visit.move({ ...body, token: booking.token }, once),
    onMutate: () => setTrouble(undefined),
    onSuccess: (answer, { appointmentDate, slot }) => {
      const { payBy } = 'booking' in answer ? answer.booking : answer.visit;
      const moved = `Appointment moved to ${appointmentDate}, ${slot}`;
      toast.success(payBy === undefined || isStaff ? moved : `${moved}. ${payByText(payBy)}`);
      onDone();
      invalidate(queryClient, ...showsAppointments);
    },
    onError: (error) => {
      // The message says nothing about typed text: there is none. No toast shows it, so the dialog does.
      const read = { ...readBookingTrouble(error), message: failureMessage(error), isToast: false };
      setTrouble(read);
      if (!isOpen) toast.error(read.message);
      if (read.kind !== 'refused') return;
      if (read.price && chosen) setChosen({ ...chosen, ...read.price });
      invalidate(queryClient, ...showsAppointments);
    },
  });
  const terms = useMoveTerms(booking, isStaff ? undefined : chosen);
  return {
    chosen,
    trouble,
    isStaff,
    /** Whose appointment it is; undefined if the reader's. */
    name,
    isSending: move.isPending,
    terms,
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
      giveUpPendingHold();
      const { appointmentDate, slot, optionId, price, currency } = chosen;
      move.mutate({
        appointmentDate,
        slot,
        optionId,
        // Moved by staff, an appointment keeps its price.
        ...(!isStaff && { price, currency }),
        version: booking.version,
      });
    },
  };
}
