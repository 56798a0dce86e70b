import type { FreeSlot } from '@openhours/contract/booking.ts';
import type { Dependant } from '@openhours/contract/dependants.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { sessionQuery, useSignedInUser } from '../../api/session-query.ts';
import { toast } from '../../ui/toast.ts';
import type { Booked } from './booked.ts';
import { forgetChoice, forgetDraft, readDraft, writeDraft } from './booking-draft.ts';
import { type BookingTrouble, readBookingTrouble } from './booking-trouble.ts';
import { chooseSlot } from './slot-choice.ts';
import { giveUpPendingHold } from './slot-hold.ts';
import { chooseTreated } from './treated-choice.ts';

type BookingBody = Parameters<typeof client.booking.book>[0];

/**
 * The state of one opened booking dialog: the chosen slot, the free slots, and the result of the request. It sends what
 * it shows, including the price. What was typed and chosen survives a reload.
 *
 * Without `useForm`, whose fields keep their own values: here the slot, its errors and the price follow what others book
 * and what the clinic refuses, also after the dialog has closed.
 */
export function useBookingForm({
  first,
  isOpen,
  onBooked,
  onPhoneRefused,
}: {
  /** The slot for which the dialog was opened. */
  first: FreeSlot;
  /** For a result that arrives after the dialog was closed. */
  isOpen: boolean;
  onBooked: (booked: Booked) => void;
  /** Called when the refusal is about the phone number: its field has the message. */
  onPhoneRefused: () => void;
}) {
  const user = useSignedInUser();
  const queryClient = useQueryClient();
  const [draft] = useState(() => readDraft(user.uid));
  const [restored] = useState(() => draft.choiceFor(first));
  const [offer, setOffer] = useState(restored?.offer ?? first);
  const [phone, setPhone] = useState(draft.phone ?? user.phoneNumber ?? '');
  const dependants = useQuery(api.dependants.list.queryOptions());
  const nameOf = (id: string | undefined) => dependants.data?.find(({ _id }) => _id === id)?.name;
  const [treatedId, setTreatedId] = useState(restored?.treatedId ?? '');
  const treated = chooseTreated({ chosenId: treatedId, dependants: dependants.data, user });
  const [visitReason, setVisitReason] = useState(restored?.visitReason ?? '');
  const [trouble, setTrouble] = useState<BookingTrouble>();
  const [asksForSlot, setAsksForSlot] = useState(false);
  const isSending = useRef(false);
  // However the dialog was closed, also by the browser's Back button, the next one starts with its own slot.
  useEffect(() => {
    if (!isOpen) forgetChoice(user.uid);
  }, [isOpen, user.uid]);

  const book = useIdempotentMutation({
    mutationFn: (body: BookingBody, once) => client.booking.book(body, once),
    onMutate: () => setTrouble(undefined),
    // The slot that was sent: another one may have been chosen meanwhile.
    onSuccess: ({ insertedId, reference }, { slot, treatedId: sentId }) => {
      forgetDraft(user.uid);
      onBooked({ ...offer, slot, bookingId: insertedId, reference, treated: nameOf(sentId) });
      // The session contains the phone number, which the booking has just saved.
      invalidate(queryClient, api.schedule, api.availability, api.booking, sessionQuery.queryKey);
    },
    onError: (error) => {
      const read = readBookingTrouble(error);
      setTrouble(read);
      if (read.isToast || !isOpen) toast.error(read.message, { topic: 'booking' });
      if (read.code === 'PHONE_INVALID') onPhoneRefused();
      if (read.kind !== 'refused') return;
      if (read.price) setOffer({ ...offer, ...read.price });
      if (read.code === 'PERSON_UNKNOWN') invalidate(queryClient, api.dependants);
      if (read.code === 'NOT_YOU' || read.code === 'EMAIL_UNCONFIRMED') invalidate(queryClient, sessionQuery.queryKey);
      invalidate(queryClient, api.schedule);
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
    if (choice.chosen === '' || treated.error) return;
    isSending.current = true;
    giveUpPendingHold();
    book.mutate({
      appointmentDate: date,
      treatment: offer.treatment,
      patient: user.displayName,
      slot: choice.chosen,
      email: user.email,
      phone,
      ...(visitReason.trim() && { visitReason: visitReason.trim() }),
      price: offer.price,
      currency: offer.currency,
      optionId: offer.optionId,
      ...(treatedId === '' ? {} : { treatedId }),
    });
  };

  const keep = (change: Partial<Parameters<typeof writeDraft>[1]>): void =>
    writeDraft(user.uid, { first, offer, phone, treatedId, visitReason, ...change });

  const choose = (free: FreeSlot): void => {
    setOffer(free);
    keep({ offer: free });
  };

  const pickTreated = (id: string): void => {
    setTreatedId(id);
    keep({ treatedId: id });
  };

  /** Not shown if the refusal says the same. */
  const slotError = (): string | undefined => {
    if (choice.chosen !== '' || choice.slots.length === 0) return choice.notice;
    if (trouble?.kind === 'refused' || (asksForSlot && !choice.notice)) return 'Please choose a slot.';
    return choice.notice;
  };

  return {
    offer,
    user,
    slots: choice.slots,
    slot: choice.chosen,
    slotError: slotError(),
    pickSlot: (slot: string): void => choose({ ...offer, slot }),
    phone,
    phoneError: trouble?.code === 'PHONE_INVALID' ? trouble.message : undefined,
    setPhone: (typed: string): void => {
      setPhone(typed);
      keep({ phone: typed });
    },
    /** False until it is known for whom one can book: a parent could book for themselves by mistake. */
    isReady: !dependants.isPending || dependants.errorUpdateCount > 0 || dependants.isPaused,
    /** True if the dependants have loaded and there are none. */
    hasNobodyElse: dependants.data?.length === 0,
    /** Who is treated; empty for the patient. */
    treatedId,
    /** Empty until it has loaded: after a reload, the choice is restored before the names have loaded. */
    treatedName: treated.name,
    treatedError: treated.error,
    pickTreated,
    /** Chooses somebody whom the patient has just added. */
    addTreated: (added: Dependant): void => {
      queryClient.setQueryData(api.dependants.list.queryKey(), (known) => [...(known ?? []), added]);
      pickTreated(added._id);
    },
    visitReason,
    setVisitReason: (typed: string): void => {
      setVisitReason(typed);
      keep({ visitReason: typed });
    },
    trouble,
    /** Chooses one of the free slots of a refusal, possibly on another day or with another doctor. */
    takeInstead: (free: FreeSlot): void => {
      setTrouble(undefined);
      choose(free);
    },
    isSending: book.isPending,
    send,
  };
}
