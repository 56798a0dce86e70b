import type { ClinicAppointment, Patient, SeriesDates } from '@openhours/contract/appointments.ts';
import { isoFromMediumDate, mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { InferClientErrors, InferClientOutputs } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client, isDefinedError } from '../../api/client.ts';
import { failureMessage, readFailure, refusedField } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { optionalEmail } from '../../ui/optional-email.ts';
import { notBlank, required } from '../../ui/required.ts';
import { type Rule, useForm } from '../../ui/use-form.ts';
import { chooseSlot } from '../booking/slot-choice.ts';
import { phoneOrEmail } from './phone-or-email.ts';
import { seriesText } from './series-text.ts';

type Field = 'name' | 'email' | 'dateOfBirth' | 'option' | 'slot' | 'phone';
type OneBody = Parameters<typeof client.appointments.book>[0];
type SeriesBody = Parameters<typeof client.appointments.previewSeries>[0];
type Answers = InferClientOutputs<typeof client.appointments>;
type Refusals = InferClientErrors<typeof client.appointments>;

const none: Rule = () => undefined;
const slotRules = {
  option: required('Please choose a treatment.'),
  slot: required('Please choose a slot.'),
  dateOfBirth: none,
};

/** The field that shows each refusal, by error code. All others are shown below the form. */
const fieldOfRefusal: Readonly<Record<string, Field>> = {
  EMAIL_TAKEN: 'email',
  PROFILE_REFUSED: 'name',
  PHONE_INVALID: 'phone',
  PHONE_NEEDED: 'phone',
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
  /** What is chosen at first. */
  first: { readonly day: string; readonly optionId: string; readonly slot: string };
  /** The new patient is this one. The form stays as it is. */
  onPatientKnown: (patient: Patient) => void;
  onBooked: (appointments: readonly ClinicAppointment[]) => void;
}) {
  const queryClient = useQueryClient();
  const today = useClinicToday();
  const [day, setDay] = useState(first.day);
  const [optionId, setOptionId] = useState(first.optionId);
  const [wanted, setSlot] = useState(first.slot);
  const [hasArrived, setHasArrived] = useState(false);
  const [repeat, setRepeat] = useState<Repeat>();
  const options = useQuery(api.appointments.options.queryOptions({ input: { date: mediumDateFromIso(day) } }));
  const days = useQuery(api.schedule.days.queryOptions());
  const option = options.data?.find(({ _id }) => _id === optionId);
  const refuse = (error: Error): void => {
    const field = refusedField(error, fieldOfRefusal);
    if (field) form.refuse({ [field]: failureMessage(error) });
  };
  const refresh = (): void => invalidate(queryClient, api.schedule, api.availability, api.appointments, api.audit);
  const book = useIdempotentMutation<Answers['book'], OneBody, Refusals['book']>({
    mutationFn: (body, idempotencyKey) => client.appointments.book(body, { context: { idempotencyKey } }),
    onSuccess: ({ appointment }) => onBooked([appointment]),
    onError: refuse,
    onSettled: refresh,
  });
  const preview = useMutation<Answers['previewSeries'], Refusals['previewSeries'], SeriesBody>({
    mutationFn: (body: SeriesBody) => client.appointments.previewSeries(body),
    onError: refuse,
  });
  const bookSeries = useIdempotentMutation({
    mutationFn: (body: SeriesBody & { without: string[] }, idempotencyKey) =>
      client.appointments.bookSeries(body, { context: { idempotencyKey } }),
    onSuccess: ({ appointments }) => onBooked(appointments),
    onError: (error, body) => {
      refuse(error);
      // The form is hidden while the dates are shown.
      if (refusedField(error, fieldOfRefusal)) preview.reset();
      // Somebody was faster: show what is free now, or the patient whom somebody has added.
      if (['SERIES_CLASHES', 'PATIENT_EXISTS'].includes(readFailure(error).code ?? '')) preview.mutate(body);
    },
    onSettled: refresh,
  });

  // After a lost answer this booking may have taken the slot: the same request brings the answer again.
  const sent = book.isPending || (book.error && readFailure(book.error).kind === 'unanswered') ? book.variables : null;
  const isSent = sent?.optionId === optionId && sent.slot === wanted && sent.appointmentDate === mediumDateFromIso(day);
  const { slots, chosen: slot } = chooseSlot({ free: option?.slots ?? [], wanted, isHeld: isSent });

  const requests = [book, preview, bookSeries];
  const resetAll = (): void => {
    for (const request of requests) request.reset();
  };
  const isSending = requests.some(({ isPending }) => isPending);

  // Somebody without an address, whom nobody looks after, is reached by phone only.
  const needsPhone = patient === 'new' || patient.emails === 'no-address';
  const form = useForm<Field>({
    rules: {
      ...slotRules,
      name: patient === 'new' ? notBlank('Name is Required') : none,
      email: optionalEmail,
      phone: needsPhone ? phoneOrEmail : none,
    },
    onSubmit: ({ name, email, dateOfBirth, slot, phone }) => {
      if (isSending || !option) return;
      const body = {
        ...(patient === 'new'
          ? {
              newPatient: {
                name: name.trim(),
                ...(email.trim() === '' ? {} : { email: email.trim() }),
                ...(dateOfBirth === '' ? {} : { dateOfBirth }),
              },
            }
          : { patientId: patient._id }),
        appointmentDate: mediumDateFromIso(day),
        treatment: option.name,
        optionId: option._id,
        slot,
        phone: phone.trim(),
      };
      // Earlier refusals may no longer apply.
      resetAll();
      if (repeat) preview.mutate({ ...body, ...repeat });
      // It may have been ticked before another day was chosen.
      else book.mutate({ ...body, hasArrived: hasArrived && day === today });
    },
  });
  const nextFree = days.data?.find(({ date, spaces }) => spaces > 0 && (isoFromMediumDate(date) ?? '') > day)?.date;
  const error = book.error ?? preview.error ?? bookSeries.error;
  const known = existingIn(preview.error) ?? existingIn(book.error);
  /** Sends what was refused again: for the existing patient, or with the new one. */
  const sendAgain = (change: (body: Wanted) => Partial<Wanted>): void => {
    const [one, series] = [book.variables, preview.variables];
    resetAll();
    if (series) preview.mutate({ ...series, ...change(series) });
    else if (one) book.mutate({ ...one, ...change(one) });
  };
  return {
    form,
    needsPhone,
    day,
    setDay,
    options,
    option,
    setOptionId,
    slots,
    slot,
    setSlot,
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
          doctorName: option?.doctorName,
          patient: preview.variables.newPatient?.name ?? (patient === 'new' ? '' : patient.name),
        }),
        isSending: bookSeries.isPending,
        book: (dates: SeriesDates): void => {
          const without = dates.filter(({ clash }) => clash !== undefined).map((one) => one.appointmentDate);
          bookSeries.mutate({ ...preview.variables, without });
        },
        change: preview.reset,
      },
    /** Nothing is free on the day: the next day that has something, if there is one. */
    isFull: options.data?.every((one) => one.slots.length === 0) ?? false,
    nextFree,
    isSending,
    /** The new patient seems to be somebody whom the clinic knows. */
    known: known && {
      patient: known,
      message: failureMessage(error),
      bookForExisting: (): void => {
        onPatientKnown(known);
        // Without a number, theirs is used.
        sendAgain(({ phone }) => ({ newPatient: undefined, patientId: known._id, phone: phone || undefined }));
      },
      addAllTheSame: (): void => sendAgain(() => ({ evenIfKnown: true })),
      /** What was refused has changed. */
      forget: resetAll,
    },
    message: error && !known && !refusedField(error, fieldOfRefusal) ? failureMessage(error) : undefined,
  };
}

type Wanted = Pick<OneBody, 'patientId' | 'newPatient' | 'phone' | 'evenIfKnown'>;

function existingIn(error: Refusals['book'] | Refusals['previewSeries'] | null): Patient | undefined {
  return isDefinedError(error) && error.code === 'PATIENT_EXISTS' ? error.data.patient : undefined;
}
