import type { Patient } from '@openhours/contract/appointments.ts';
import { isoFromMediumDate, mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { PartOfDay } from '@openhours/contract/parts-of-day.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { InferClientErrors, InferClientOutputs } from '@orpc/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, messageBelow, refusalAt } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';
import { NewPatientFields } from '../appointments/new-patient-fields.tsx';
import { PatientExists } from '../appointments/patient-exists.tsx';
import { PatientSearch } from '../appointments/patient-search.tsx';
import { patientFacts, type SearchedPatient } from '../appointments/patient-words.ts';
import { existingIn, fieldOfRefusal, type PatientField } from '../appointments/use-appointment-requests.ts';
import { needsPhone, whomFrom, whomRules } from '../appointments/whom-fields.ts';
import { daysToWait } from '../schedule/days-to-wait.ts';
import { wayOfOffer } from './entry-words.ts';
import { FreeAlready } from './free-already.tsx';
import { TimesField } from './times-field.tsx';
import { wishRules } from './wish-rules.ts';

type JoinBody = Parameters<typeof client.waitingList.joinForPatient>[0];
type JoinAnswer = InferClientOutputs<typeof client.waitingList>['joinForPatient'];
type JoinRefusal = InferClientErrors<typeof client.waitingList>['joinForPatient'];

/** What the dialog starts with. */
export type PatientToWait = {
  /** Undefined: is searched first. */
  patient?: Patient | 'new' | undefined;
  /** What was typed about them before. */
  typed: SearchedPatient;
  /** The option that was full. */
  optionId: string;
  /** The first day, 'YYYY-MM-DD'. */
  day: string;
};

/** For the front desk: finds a patient, or takes down a new one, and puts them on the waiting list. */
export function JoinForPatientDialog({
  start,
  onJoined,
  ...dialog
}: RowDialogProps & { start: PatientToWait; onJoined?: () => void }) {
  const [{ patient, typed }, setWhom] = useState<Pick<PatientToWait, 'patient' | 'typed'>>(start);
  if (patient !== undefined) {
    return (
      <WishDialog
        {...dialog}
        start={{ ...start, patient, typed }}
        onKnown={(known) => setWhom({ patient: known, typed })}
        onJoined={() => {
          onJoined?.();
          dialog.onClose();
        }}
      />
    );
  }
  return (
    <LazyDialog {...dialog} title="Add to the waiting list" onPhones="sheet">
      <PatientSearch
        first=""
        onChoose={(chosen) => setWhom({ patient: chosen, typed })}
        onNew={(searched) => setWhom({ patient: 'new', typed: searched })}
      />
    </LazyDialog>
  );
}

function WishDialog({
  start: { patient, typed, optionId, day },
  onKnown,
  onJoined,
  ...dialog
}: RowDialogProps & {
  start: PatientToWait & { patient: Patient | 'new' };
  /** The new patient is this one. */
  onKnown: (patient: Patient) => void;
  onJoined: () => void;
}) {
  const today = useClinicToday();
  // Every day lists every option.
  const options = useQuery(api.appointments.options.queryOptions({ input: { date: mediumDateFromIso(day) } }));
  const days = useQuery(api.schedule.days.queryOptions());
  const last = isoFromMediumDate(days.data?.at(-1)?.date ?? '');
  const [times, setTimes] = useState<readonly PartOfDay[]>([]);
  const first = options.data?.find(({ _id }) => _id === optionId);
  const [wish, setWish] = useState<{ treatment?: string; optionId?: string; from?: string; to?: string }>({});
  const wanted = {
    treatment: first?.name ?? '',
    optionId: first?.doctorName === undefined ? '' : first._id,
    ...daysToWait(day, { today, last, spaces: undefined, options: [] }),
    ...wish,
  };
  const join = useIdempotentMutation<JoinAnswer, JoinBody, JoinRefusal>({
    mutationFn: (body, once) => client.waitingList.joinForPatient(body, once),
    onSuccess: ({ entry }) => {
      toast.success(`${entry.patient} is on the waiting list.`);
      // The answer may arrive when it was closed.
      if (dialog.open) onJoined();
    },
    onError: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
    meta: { refetches: [api.waitingList, api.appointments, api.audit] },
  });
  const isNew = patient === 'new';
  const form = useForm<PatientField | keyof typeof wishRules>({
    rules: { ...wishRules, ...whomRules(patient) },
    onSubmit: ({ treatment, doctor, from, to, ...whom }) => {
      join.mutate({
        ...whomFrom(patient, whom),
        ...(needsPhone(patient) && { phone: whom.phone.trim() }),
        treatment,
        ...(doctor !== '' && { optionId: doctor }),
        from,
        to,
        times: [...times],
      });
    },
  });
  const known = existingIn(join.error);
  const sendAgain = (change: Partial<JoinBody>): void => {
    if (join.variables) join.mutate({ ...join.variables, ...change });
  };
  const dayField = { type: 'date', min: today, max: last, autoComplete: 'off', required: true } as const;
  return (
    <FormDialog
      {...dialog}
      title="Add to the waiting list"
      description={wayOfOffer(patient)}
      form={form}
      action="Add to the waiting list"
      busy={join.isPending}
      message={known ? undefined : messageBelow(join.error, fieldOfRefusal)}
    >
      {isNew ? (
        <NewPatientFields known={typed} field={form.field} />
      ) : (
        <p className="wrap-anywhere">
          <strong dir="auto" className="block font-semibold">
            {patient.name}
          </strong>
          <span className="text-muted">{patientFacts(patient).join(' · ')}</span>
        </p>
      )}
      {needsPhone(patient) && (
        <TextField
          label="Phone"
          {...form.field('phone')}
          type="tel"
          autoComplete="off"
          maxLength={40}
          defaultValue={typed.phone || (isNew ? '' : patient.phone)}
        />
      )}
      <SelectField
        label="Treatment"
        {...form.field('treatment')}
        value={wanted.treatment}
        onChange={({ target }) => setWish({ ...wish, treatment: target.value, optionId: '' })}
      >
        <option value="">{options.isPending ? 'Loading…' : 'Choose a treatment'}</option>
        <Options of={[...new Set(options.data?.map(({ name }) => name))].map((name) => [name, name])} />
      </SelectField>
      <SelectField
        label="With"
        {...form.field('doctor')}
        value={wanted.optionId}
        onChange={({ target }) => setWish({ ...wish, optionId: target.value })}
      >
        <option value="">Any doctor</option>
        <Options
          of={options.data?.flatMap(({ _id, name, doctorName }) =>
            name === wanted.treatment && doctorName !== undefined ? [[_id, titledName(doctorName)] as const] : [],
          )}
        />
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="From"
          {...form.field('from')}
          {...dayField}
          value={wanted.from}
          onChange={({ target }) => setWish({ ...wish, from: target.value })}
        />
        <TextField
          label="To"
          {...form.field('to')}
          {...dayField}
          value={wanted.to}
          onChange={({ target }) => setWish({ ...wish, to: target.value })}
        />
      </div>
      {times.length === 0 && (
        <FreeAlready wanted={wanted}>
          {(free) => <p>{unbrokenTimes(`${mediumDateFromIso(free.date)}, ${free.slot}`)}</p>}
        </FreeAlready>
      )}
      <TimesField times={times} onChange={setTimes} />
      {known && (
        <PatientExists
          patient={known}
          message={failureMessage(join.error) ?? ''}
          existing="Add the existing patient"
          onExisting={() => {
            onKnown(known);
            // Without a number, the existing patient's stays.
            sendAgain({ newPatient: undefined, patientId: known._id, phone: undefined });
          }}
          onNew={() => sendAgain({ evenIfKnown: true })}
        />
      )}
    </FormDialog>
  );
}
