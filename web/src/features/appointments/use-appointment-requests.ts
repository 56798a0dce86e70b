import type { ClinicAppointment, Patient, SeriesDates } from '@openhours/contract/appointments.ts';
import type { InferClientErrors, InferClientOutputs } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { api, client, isDefinedError } from '../../api/client.ts';
import { failureMessage, messageBelow, readFailure, refusalAt } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';

export type PatientField = 'name' | 'email' | 'dateOfBirth' | 'phone';
export type AppointmentField = PatientField | 'option' | 'slot';
type OneBody = Parameters<typeof client.appointments.book>[0];
type SeriesBody = Parameters<typeof client.appointments.previewSeries>[0];
type Answers = InferClientOutputs<typeof client.appointments>;
type Refusals = InferClientErrors<typeof client.appointments>;
/** The fields that the requests for one appointment and for a series share. */
type Wanted = Pick<OneBody, 'patientId' | 'newPatient' | 'phone' | 'evenIfKnown'>;

/** The field that shows each refusal, by error code. All others are shown below the form. */
export const fieldOfRefusal: Readonly<Record<string, PatientField>> = {
  EMAIL_TAKEN: 'email',
  PROFILE_REFUSED: 'name',
  BIRTH_REFUSED: 'dateOfBirth',
  PHONE_INVALID: 'phone',
  PHONE_NEEDED: 'phone',
};

const changesAppointments = { refetches: [api.schedule, api.availability, api.appointments, api.audit] };

/** The requests of the form: book one appointment, preview the dates of a series, and book the series. */
export function useAppointmentRequests({
  onRefused,
  onPatientKnown,
  onBooked,
}: {
  /** Gets the messages for fields. */
  onRefused: (messages: Partial<Record<AppointmentField, string>>) => void;
  onPatientKnown: (patient: Patient) => void;
  onBooked: (appointments: readonly ClinicAppointment[]) => void;
}) {
  const refuse = (error: Error): void => {
    const refused = refusalAt(error, fieldOfRefusal);
    if (refused) onRefused(refused);
  };
  const book = useIdempotentMutation<Answers['book'], OneBody, Refusals['book']>({
    mutationFn: (body, once) => client.appointments.book(body, once),
    onSuccess: ({ appointment }) => onBooked([appointment]),
    onError: refuse,
    meta: changesAppointments,
  });
  const preview = useMutation<Answers['previewSeries'], Refusals['previewSeries'], SeriesBody>({
    mutationFn: (body: SeriesBody) => client.appointments.previewSeries(body),
    onError: refuse,
  });
  const bookSeries = useIdempotentMutation({
    mutationFn: (body: SeriesBody & { without: string[] }, once) => client.appointments.bookSeries(body, once),
    onSuccess: ({ appointments }) => onBooked(appointments),
    onError: (error, body) => {
      refuse(error);
      // The form is hidden while the dates are shown: show it, so that the message at the field is visible.
      if (refusalAt(error, fieldOfRefusal)) preview.reset();
      // Somebody else has taken a slot or added this patient: load the dates again, or show that patient.
      if (['SERIES_CLASHES', 'PATIENT_EXISTS'].includes(readFailure(error).code ?? '')) preview.mutate(body);
    },
    meta: changesAppointments,
  });

  const all = [book, preview, bookSeries];
  const reset = (): void => {
    for (const request of all) request.reset();
  };
  /** Sends the refused request again, with a change: for the existing patient, or for the new one all the same. */
  const sendAgain = (change: (body: Wanted) => Partial<Wanted>): void => {
    const [one, series] = [book.variables, preview.variables];
    reset();
    if (series) preview.mutate({ ...series, ...change(series) });
    else if (one) book.mutate({ ...one, ...change(one) });
  };
  const error = book.error ?? preview.error ?? bookSeries.error;
  const known = existingIn(preview.error) ?? existingIn(book.error);
  return {
    book,
    preview,
    /** Books the dates of the preview without those that clash. */
    bookDates: (wanted: SeriesBody, dates: SeriesDates): void => {
      const without = dates.filter(({ clash }) => clash !== undefined).map((one) => one.appointmentDate);
      bookSeries.mutate({ ...wanted, without });
    },
    isBookingSeries: bookSeries.isPending,
    isSending: all.some(({ isPending }) => isPending),
    reset,
    /** The new patient seems to be somebody whom the clinic knows. */
    known: known &&
      error && {
        patient: known,
        message: failureMessage(error),
        bookForExisting: (): void => {
          onPatientKnown(known);
          // Without a number, the server uses the existing patient's.
          sendAgain(({ phone }) => ({ newPatient: undefined, patientId: known._id, phone: phone || undefined }));
        },
        addAllTheSame: (): void => sendAgain(() => ({ evenIfKnown: true })),
        /** Call this when the form changes: the refusal no longer applies. */
        forget: reset,
      },
    message: known ? undefined : messageBelow(error, fieldOfRefusal),
  };
}

/** Whom the clinic seems to know, if that is why a call was refused. */
export function existingIn(
  error:
    | Refusals['book']
    | Refusals['previewSeries']
    | InferClientErrors<typeof client.waitingList>['joinForPatient']
    | null,
): Patient | undefined {
  return isDefinedError(error) && error.code === 'PATIENT_EXISTS' ? error.data.patient : undefined;
}
