import type { ClinicAppointment, NextFreeOfOption, Patient, SeriesDates } from '@openhours/contract/appointments.ts';
import { isoFromMediumDate, mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { readFailure } from '../../api/failure.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { required } from '../../ui/required.ts';
import { useForm } from '../../ui/use-form.ts';
import { chooseSlot } from '../booking/slot-choice.ts';
import { giveUpPendingHold } from '../booking/slot-hold.ts';
import { slotStartingLike } from '../schedule/slot-start.ts';
import { optionGroups } from './option-groups.ts';
import { seriesText } from './series-text.ts';
import { type AppointmentField, useAppointmentRequests } from './use-appointment-requests.ts';
import { needsPhone, whomFrom, whomRules } from './whom-fields.ts';

const slotRules = {
  option: required('Please choose a treatment.'),
  slot: required('Please choose a slot.'),
};

/** How often an appointment repeats: every so many weeks, so many times. */
export interface Repeat {
  readonly everyWeeks: number;
  readonly times: number;
}

/** The form that books for a patient: the free slots of its day follow what others book. */
export function useAppointmentForm({
  patient,
  first,
  onPatientKnown,
  onBooked,
}: {
  patient: Patient | 'new';
  /** What is chosen at first, and the doctor whose options are listed first, if there is one. */
  first: { readonly day: string; readonly optionId: string; readonly slot: string; readonly doctorId: string };
  /** The new patient is this one. The form stays as it is. */
  onPatientKnown: (patient: Patient) => void;
  onBooked: (appointments: readonly ClinicAppointment[]) => void;
}) {
  const today = useClinicToday();
  const [day, setDay] = useState(first.day);
  const [optionId, setOptionId] = useState(first.optionId);
  const [{ slot: wanted, ...offered }, setWanted] = useState(first);
  const [hasArrived, setHasArrived] = useState(false);
  const [repeat, setRepeat] = useState<Repeat>();
  const options = useQuery(api.appointments.options.queryOptions({ input: { date: mediumDateFromIso(day) } }));
  const doctors = useQuery({ ...api.appointments.doctors.queryOptions(), enabled: first.doctorId !== '' });
  const days = useQuery(api.schedule.days.queryOptions());
  const optionOf = (id: string | undefined) => options.data?.find(({ _id }) => _id === id);
  const option = optionOf(optionId);
  const onRefused = (messages: Partial<Record<AppointmentField, string>>): void => form.refuse(messages);
  const requests = useAppointmentRequests({ onRefused, onPatientKnown, onBooked });
  const { book, preview, isSending } = requests;

  // After a lost answer this booking may have taken the slot: the same request brings the answer again.
  const sent = book.isPending || (book.error && readFailure(book.error).kind === 'unanswered') ? book.variables : null;
  const isSent = sent?.optionId === optionId && sent.slot === wanted && sent.appointmentDate === mediumDateFromIso(day);
  const { slots, chosen: slot, notice } = chooseSlot({ free: option?.slots ?? [], wanted, isHeld: isSent });

  const form = useForm<AppointmentField>({
    rules: { ...slotRules, ...whomRules(patient) },
    onSubmit: (values) => {
      if (isSending || !option) return;
      const body = {
        ...whomFrom(patient, values),
        appointmentDate: mediumDateFromIso(day),
        treatment: option.name,
        optionId: option._id,
        slot: values.slot,
        phone: values.phone.trim(),
      };
      // Earlier refusals may no longer apply.
      requests.reset();
      if (repeat) preview.mutate({ ...body, ...repeat });
      // It may have been ticked before another day was chosen.
      else {
        giveUpPendingHold();
        book.mutate({ ...body, hasArrived: hasArrived && day === today });
      }
    },
  });
  return {
    form,
    needsPhone: needsPhone(patient),
    day,
    setDay,
    options,
    groups: optionGroups(options.data ?? [], {
      optionId: first.optionId,
      doctorName: doctors.data?.find(({ _id }) => _id === first.doctorId)?.name,
    }),
    option,
    /** Keeps the time at which the slot begins, because another treatment may be longer. */
    chooseOption: (id: string): void => {
      setOptionId(id);
      const same = slotStartingLike(wanted, optionOf(id)?.slots ?? []);
      if (same !== undefined) setWanted({ ...first, day, optionId: id, slot: same });
    },
    slots,
    slot,
    setSlot: (chosen: string): void => setWanted({ ...first, day, optionId, slot: chosen }),
    /** Why the slot is not chosen any more, if it was free on this day and others are. */
    notice: slots.length > 0 && offered.day === day && offered.optionId === optionId ? notice : undefined,
    /** Whether the chosen option has no slot on the day. */
    isOptionFull: option !== undefined && slots.length === 0,
    chooseFree: ({ date, optionId, slot }: NextFreeOfOption): void => {
      setDay(date);
      setOptionId(optionId);
      setWanted({ ...first, day: date, optionId, slot });
    },
    hasArrived,
    setHasArrived,
    repeat,
    setRepeat,
    /** The dates of a series that can be booked now; nothing is booked yet. */
    series: preview.data &&
      preview.variables && {
        dates: preview.data.dates,
        what: seriesText({
          ...preview.variables,
          // Another one may have been chosen before the answer arrived.
          doctorName: optionOf(preview.variables.optionId)?.doctorName,
          patient: preview.variables.newPatient?.name ?? (patient === 'new' ? '' : patient.name),
        }),
        isSending: requests.isBookingSeries,
        book: (dates: SeriesDates): void => requests.bookDates(preview.variables, dates),
        change: preview.reset,
      },
    /** Whether there is anything to book, on any day. */
    hasOptions: options.data?.length !== 0,
    /** Nothing is free on the day: the next day that has something, if there is one. */
    isFull: options.data?.every((one) => one.slots.length === 0) ?? false,
    nextFree: days.data?.find(({ date, spaces }) => spaces > 0 && (isoFromMediumDate(date) ?? '') > day)?.date,
    isSending,
    known: requests.known,
    message: requests.message,
  };
}
