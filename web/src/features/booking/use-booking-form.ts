import type { FreeSlot } from '@openhours/contract/booking.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts';
import { sessionQuery, useSignedInUser } from '../../api/session-query.ts';
import { toast } from '../../ui/toast.ts';
import { type BookingTrouble, readBookingTrouble } from './booking-trouble.ts';
import { chooseSlot } from './slot-choice.ts';

const waitMillis = 30_000;

type BookingBody = Parameters<typeof client.booking.book>[0];

/**
 * The state of one opened booking window: what is wanted, what is free by now, and what came of sending it. What is
 * sent is what is shown, the price included.
 */
export function useBookingForm({
  first,
  isOpen,
  onBooked,
}: {
  /** What the window was opened for. */
  first: FreeSlot;
  /** Closed while something is on its way, it can show nothing itself. */
  isOpen: boolean;
  onBooked: (booked: FreeSlot & { bookingId: string }) => void;
}) {
  const user = useSignedInUser();
  const queryClient = useQueryClient();
  const [offer, setOffer] = useState(first);
  const [phone, setPhone] = useState('');
  const [trouble, setTrouble] = useState<BookingTrouble>();
  const [asksForSlot, setAsksForSlot] = useState(false);
  const [keys] = useState(() => createIdempotencyKeys());
  const isSending = useRef(false);

  const book = useMutation({
    mutationFn: (body: BookingBody) =>
      client.booking.book(body, {
        context: { idempotencyKey: keys.keyFor(body) },
        signal: AbortSignal.timeout(waitMillis),
      }),
    // Without a network it fails at once and says so, instead of waiting unseen for better times.
    networkMode: 'always',
    onMutate: () => setTrouble(undefined),
    onSuccess: ({ insertedId }) => {
      onBooked({ ...offer, bookingId: insertedId });
      void queryClient.invalidateQueries({ queryKey: api.schedule.key() });
      void queryClient.invalidateQueries({ queryKey: api.booking.key() });
    },
    onError: (error, body) => {
      const read = readBookingTrouble(error);
      setTrouble(read);
      if (read.kind === 'refused' || !isOpen) toast.error(read.message);
      if (read.kind !== 'refused') return;
      keys.settle(body);
      if (read.price !== undefined) setOffer({ ...offer, price: read.price });
      if (read.code === 'NOT_YOU') void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: api.schedule.key() });
    },
    onSettled: () => {
      isSending.current = false;
    },
  });

  const date = offer.appointmentDate;
  const options = useQuery(api.schedule.options.queryOptions({ input: { date } }));
  const option = options.data?.find(({ _id }) => _id === offer.optionId);
  const choice = chooseSlot({
    free: options.data && (option?.slots ?? []),
    wanted: offer.slot,
    isHeld: book.isPending || book.isSuccess || trouble?.kind === 'unanswered',
  });

  const send = (): void => {
    if (isSending.current || book.isSuccess) return;
    setAsksForSlot(choice.chosen === '');
    if (choice.chosen === '') return;
    isSending.current = true;
    book.mutate({
      appointmentDate: date,
      treatment: offer.treatment,
      patient: user.displayName,
      slot: choice.chosen,
      email: user.email,
      phone,
      price: offer.price,
      optionId: offer.optionId,
    });
  };

  /** What the refusal says of the slot already is not said twice. */
  const slotError = (): string | undefined => {
    if (choice.chosen !== '' || choice.slots.length === 0) return choice.notice;
    if (trouble?.kind === 'refused' || (asksForSlot && !choice.notice)) return 'Please choose a slot.';
    return choice.notice;
  };

  return {
    offer,
    doctorPhoto: option?.doctorPhoto,
    user,
    slots: choice.slots,
    slot: choice.chosen,
    slotError: slotError(),
    pickSlot: (slot: string): void => setOffer({ ...offer, slot }),
    phone,
    setPhone,
    trouble,
    /** Takes one of the free slots that the clinic named instead, be it on another day or with another doctor. */
    takeInstead: (free: FreeSlot): void => {
      setTrouble(undefined);
      setOffer(free);
    },
    isSending: book.isPending,
    send,
  };
}
