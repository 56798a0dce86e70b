import type { ClinicAppointment, Patient } from '@openhours/contract/appointments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { href } from '../../pages.ts';
import { useParameter, useSearchParams } from '../../router.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toast } from '../../ui/toast.ts';
import { discardThen } from '../../ui/unsaved.ts';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { viewBefore, writeView } from '../agenda/agenda-view.ts';
import type { Deletion } from '../people/deletion-dialog.tsx';
import { readFilter } from './appointment-filter.ts';
import { AppointmentForm } from './appointment-form.tsx';
import { BookedAppointments } from './booked-appointments.tsx';
import { PatientSearch } from './patient-search.tsx';
import { newPatientFrom, patientFacts, type SearchedPatient, unconfirmedText } from './patient-words.ts';
import { SlotSummary } from './slot-summary.tsx';

/** Books for a person on the telephone or at the desk: first the patient, then the slot. */
export function Component() {
  const today = useClinicToday();
  const [query] = useSearchParams();
  const { day } = readFilter(query, today);
  const before = viewBefore(query, today);
  const [slot, keepSlot] = useParameter('slot');
  const first = {
    day: day < today ? today : day,
    optionId: query.get('option') ?? '',
    slot,
    doctorId: before?.doctor ?? '',
  };
  const [patient, setPatient] = useState<Patient | 'new'>();
  // A new patient who turns out to be known keeps the form.
  const [choice, setChoice] = useState(0);
  const lastChoice = useRef(0);
  const [searched, setSearched] = useState(() => newPatientFrom(''));
  const [booked, setBooked] = useState<readonly ClinicAppointment[]>();
  const [isDirty, setIsDirty] = useState(false);
  /** Whom the search found, for when the page is loaded again. */
  const [find, keepSearch] = useParameter('find');
  const choose = (chosen: Patient): void => {
    keepSearch(chosen.name);
    setPatient(chosen);
  };
  const chooseAgain = (): void => {
    keepSearch('');
    setIsDirty(false);
    setBooked(undefined);
    setPatient(undefined);
    lastChoice.current += 1;
    setChoice(lastChoice.current);
  };
  const bookAnother = (): void => {
    // The slot for which the page was opened has just been booked.
    keepSlot('');
    chooseAgain();
  };
  // The answer may arrive when somebody else is chosen.
  const showSaved = (saved: Patient): void =>
    setPatient((now) => (now !== 'new' && now?._id === saved._id ? saved : now));
  const showBooked = (appointments: readonly ClinicAppointment[]): void => {
    if (choice === lastChoice.current) setBooked(appointments);
    else toast.success(`Booked for ${appointments[0]?.patient}.`);
  };
  const showMerged = (from: Patient, account: Patient): void =>
    setPatient((now) => (now !== 'new' && now?._id === from._id ? account : now));
  const startNew = (by: SearchedPatient): void => {
    setSearched(by);
    setPatient('new');
  };
  return (
    <>
      <LeaveGuard
        when={isDirty && !booked}
        title="Leave without booking?"
        description="The appointment is not booked yet, and what you typed will be lost."
      />
      <BackLink href={before ? href.agenda(Object.fromEntries(writeView(before, today))) : href.bookings({ day })}>
        {before ? 'Back to Agenda' : 'Back to All Appointments'}
      </BackLink>
      <PageHeading title="Book for a patient">
        Patients with a confirmed email address get an email, and see the appointment in their account.
      </PageHeading>
      {booked ? (
        <BookedAppointments appointments={booked} isNew={patient === 'new'} agenda={before} onAnother={bookAnother} />
      ) : (
        <Card className="grid max-w-3xl gap-8">
          {patient === undefined ? (
            <>
              {first.slot !== '' && <ChosenSlot {...first} />}
              <PatientSearch first={choice === 0 ? find : ''} onChoose={choose} onNew={startNew} />
            </>
          ) : (
            <>
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line pb-6">
                {patient !== 'new' && (
                  <ChosenPatient patient={patient} onChange={showSaved} onMerged={showMerged} onDeleted={chooseAgain} />
                )}
                <Button variant="secondary" size="small" onClick={() => discardThen(chooseAgain)}>
                  Choose another patient
                </Button>
              </div>
              <AppointmentForm
                key={choice}
                patient={patient}
                searched={searched}
                first={first}
                onPatientKnown={setPatient}
                onEdit={() => setIsDirty(true)}
                onWaiting={chooseAgain}
                onBooked={showBooked}
              />
            </>
          )}
        </Card>
      )}
    </>
  );
}

/** The slot for which the page was opened, as long as it is free. */
function ChosenSlot({ day, optionId, slot }: { day: string; optionId: string; slot: string }) {
  const options = useQuery(api.appointments.options.queryOptions({ input: { date: mediumDateFromIso(day) } }));
  const option = options.data?.find(({ _id }) => _id === optionId);
  return option?.slots.includes(slot) ? <SlotSummary day={day} slot={slot} option={option} /> : undefined;
}

const PatientDialog = lazyDialog(async () => (await import('./patient-dialog.tsx')).PatientDialog);

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog);

const DeletionDialog = lazyDialog(async () => (await import('../people/deletion-dialog.tsx')).DeletionDialog);

const deletion: Deletion = {
  send: (id, context) => client.people.delete({ id }, { context }),
  done: (name) => `${name} is deleted.`,
  failed: 'This patient was not deleted.',
  unanswered: "We couldn't check whether the patient was deleted.",
};

/**
 * The patient to book for. What the clinic knows can be changed until they use an account, and admins can delete somebody
 * without one, or merge them into another record of the same person.
 */
function ChosenPatient({
  patient,
  onChange,
  onMerged,
  onDeleted,
}: {
  patient: Patient;
  onChange: (patient: Patient) => void;
  onMerged: (from: Patient, account: Patient) => void;
  onDeleted: () => void;
}) {
  const { name, email, can } = patient;
  const editing = useChosen<Patient>();
  const merging = useChosen<{ from: Patient; first: string }>();
  const deleting = useChosen<Patient>();
  const facts = patientFacts(patient);
  const unconfirmed = unconfirmedText(patient);
  return (
    <div className="min-w-0 wrap-anywhere">
      <p>
        <span className="sr-only">Patient: </span>
        <strong dir="auto" className="block font-semibold">
          {name}
        </strong>
        {email !== '' && <EmailText className="block text-muted" email={email} />}
        {unconfirmed && <span className="block text-danger">{unconfirmed}</span>}
        {facts.length > 0 && <span className="block text-muted">{facts.join(' · ')}</span>}
      </p>
      <div className="-ms-3.5 mt-1 flex flex-wrap empty:hidden">
        {can.change && (
          <Button variant="quiet" size="small" onClick={() => editing.open(patient)}>
            {email === '' ? 'Change details or add an email address' : 'Change details or the email address'}
          </Button>
        )}
        {can.merge && (
          <Button variant="quiet" size="small" onClick={() => merging.open({ from: patient, first: name })}>
            Same person as…
          </Button>
        )}
        {can.delete && (
          <Button variant="quiet" size="small" className="text-danger!" onClick={() => deleting.open(patient)}>
            Delete patient
          </Button>
        )}
      </div>
      <ChosenDialog of={editing}>
        {(chosen, dialog) => (
          <PatientDialog
            {...dialog}
            patient={chosen}
            onSaved={onChange}
            onMerge={(address) => merging.open({ from: chosen, first: address })}
          />
        )}
      </ChosenDialog>
      <ChosenDialog of={merging}>
        {({ from, first }, dialog) => (
          <MergeDialog
            {...dialog}
            from={from}
            first={first}
            onMerged={(account) => {
              // It is open if the account was found by an address that was typed there.
              editing.close();
              onMerged(from, account);
            }}
          />
        )}
      </ChosenDialog>
      <ChosenDialog of={deleting}>
        {(chosen, dialog) => <DeletionDialog {...dialog} person={chosen} deletion={deletion} onDeleted={onDeleted} />}
      </ChosenDialog>
    </div>
  );
}
