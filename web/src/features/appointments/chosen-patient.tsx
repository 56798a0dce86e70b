import type { Patient } from '@openhours/contract/appointments.ts';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { patientFacts, unconfirmedText } from './patient-words.ts';

const PatientDialog = lazyDialog(async () => (await import('./patient-dialog.tsx')).PatientDialog);

/** The patient to book for. What the clinic knows can be changed until they use an account. */
export function ChosenPatient({ patient, onChange }: { patient: Patient; onChange: (patient: Patient) => void }) {
  const { name, email, can } = patient;
  const editing = useChosen<Patient>();
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
      {can.change && (
        <Button variant="quiet" size="small" className="-ms-3 mt-1" onClick={() => editing.open(patient)}>
          {email === '' ? 'Change details or add an email address' : 'Change details or the email address'}
        </Button>
      )}
      <ChosenDialog of={editing}>
        {(chosen, dialog) => <PatientDialog {...dialog} patient={chosen} onSaved={onChange} />}
      </ChosenDialog>
    </div>
  );
}
