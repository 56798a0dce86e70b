import type { Patient } from '@openhours/contract/appointments.ts';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { patientFacts, unconfirmedText } from './patient-words.ts';

/** Instead of the form's button: the new patient seems to be one whom the clinic knows. */
export function PatientExists({
  patient,
  message,
  existing = 'Book for the existing patient',
  onExisting,
  onNew,
}: {
  patient: Patient;
  message: string;
  /** The label of the button for them. */
  existing?: string;
  onExisting: () => void;
  onNew: () => void;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed is gone. The answers must be in sight, and not only the question.
    heading.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const facts = patientFacts(patient);
  const unconfirmed = unconfirmedText(patient);
  return (
    <section ref={section} aria-labelledby={id} className="grid gap-4 rounded-control bg-amber-soft p-4 text-amber-ink">
      <div className="wrap-anywhere">
        <h3 id={id} ref={heading} tabIndex={-1} className="font-semibold">
          Is this the same patient?
        </h3>
        <p>{message}</p>
        <p className="mt-2">
          <strong dir="auto" className="block font-semibold">
            {patient.name}
          </strong>
          {patient.email !== '' && <EmailText className="block" email={patient.email} />}
          {facts.length > 0 && <span className="block">{facts.join(' · ')}</span>}
        </p>
        {unconfirmed && <p className="mt-2">{unconfirmed}</p>}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button onClick={onExisting}>{existing}</Button>
        <Button variant="secondary" onClick={onNew}>
          Add a new patient all the same
        </Button>
      </div>
    </section>
  );
}
