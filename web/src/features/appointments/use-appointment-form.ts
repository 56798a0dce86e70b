import type { ClinicAppointment, Patient } from '@openhours/contract/appointments.ts';
import { isoFromMediumDate, mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts';
import { notBlank, required } from '../../ui/required.ts';
import { type Rule, useForm } from '../../ui/use-form.ts';

type Field = 'name' | 'email' | 'option' | 'slot' | 'phone';

const none: Rule = () => undefined;
const ofNewPatients = {
  name: notBlank('Name is Required'),
  email: (email: string) => {
    if (email.trim() === '') return 'Email is Required';
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'That is not an email address.';
  },
};
const rules = { option: required('Please choose a treatment.'), slot: required('Please choose a slot.'), phone: none };

/** The field that shows each refusal, by error code. All others are shown below the form. */
const fieldOfRefusal: Readonly<Record<string, Field>> = {
  EMAIL_TAKEN: 'email',
  PROFILE_REFUSED: 'name',
  PHONE_INVALID: 'phone',
};

/** The form that books for a patient: the free slots of its day follow what others book. */
export function useAppointmentForm({
  patient,
  firstDay,
  onBooked,
}: {
  patient: Patient | 'new';
  firstDay: string;
  onBooked: (appointment: ClinicAppointment) => void;
}) {
  const queryClient = useQueryClient();
  const [keys] = useState(() => createIdempotencyKeys());
  const [day, setDay] = useState(firstDay);
  const [optionId, setOptionId] = useState('');
  const [wanted, setSlot] = useState('');
  const options = useQuery(api.schedule.options.queryOptions({ input: { date: mediumDateFromIso(day) } }));
  const days = useQuery(api.schedule.days.queryOptions());
  const option = options.data?.find(({ _id }) => _id === optionId);
  const slots = option?.slots ?? [];

  const book = useMutation({
    mutationFn: (body: Parameters<typeof client.appointments.book>[0]) =>
      client.appointments.book(body, { context: { idempotencyKey: keys.keyFor(body) } }),
    onSuccess: ({ appointment }) => onBooked(appointment),
    onError: (error, body) => {
      const { code, kind } = readFailure(error);
      if (kind === 'refused') keys.settle(body);
      const field = code && fieldOfRefusal[code];
      if (field) form.refuse({ [field]: failureMessage(error) });
    },
    onSettled: () => {
      for (const part of [api.schedule, api.availability, api.appointments, api.audit]) {
        void queryClient.invalidateQueries({ queryKey: part.key() });
      }
    },
  });
  const form = useForm<Field>({
    rules: patient === 'new' ? { ...rules, ...ofNewPatients } : { ...rules, name: none, email: none },
    onSubmit: ({ name, email, slot, phone }) => {
      if (book.isPending || !option) return;
      book.mutate({
        ...(patient === 'new'
          ? { newPatient: { name: name.trim(), email: email.trim() } }
          : { patientId: patient._id }),
        appointmentDate: mediumDateFromIso(day),
        treatment: option.name,
        optionId: option._id,
        slot,
        phone: phone.trim(),
      });
    },
  });
  const nextFree = days.data?.find(({ date, spaces }) => spaces > 0 && (isoFromMediumDate(date) ?? '') > day)?.date;
  const isAtField = Object.keys(form.errors).length > 0;
  return {
    form,
    day,
    setDay,
    options,
    option,
    setOptionId,
    slots,
    slot: slots.includes(wanted) ? wanted : '',
    setSlot,
    /** Nothing is free on the day: the next day that has something, if there is one. */
    isFull: options.data?.every((one) => one.slots.length === 0) ?? false,
    nextFree,
    isSending: book.isPending,
    message: book.error && !isAtField ? failureMessage(book.error) : undefined,
  };
}
