import type { ClinicAppointment, Patient } from '@openhours/contract/appointments.ts';
import { useState } from 'react';
import { useClinicToday } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { readFilter } from './appointment-filter.ts';
import { AppointmentForm } from './appointment-form.tsx';
import { BookedAppointment } from './booked-appointment.tsx';
import { PatientSearch } from './patient-search.tsx';

/** Books for a person on the telephone or at the desk: first the patient, then the slot. */
export function Component() {
  const today = useClinicToday();
  const [query] = useSearchParams();
  const { day } = readFilter(query, today);
  const [patient, setPatient] = useState<Patient | 'new'>();
  const [booked, setBooked] = useState<ClinicAppointment>();
  const [isBack, setIsBack] = useState(false);
  const chooseAgain = (): void => {
    setBooked(undefined);
    setPatient(undefined);
    setIsBack(true);
  };
  return (
    <>
      <PageHeading
        title="Book for a patient"
        action={
          <LinkButton href={href.bookings({ day })} variant="secondary">
            All Appointments
          </LinkButton>
        }
      >
        The patient gets an email, and sees the appointment in their account.
      </PageHeading>
      {booked ? (
        <BookedAppointment appointment={booked} onAnother={chooseAgain} />
      ) : (
        <Card className="grid max-w-3xl gap-8">
          {patient === undefined ? (
            <PatientSearch takesFocus={isBack} onChoose={setPatient} onNew={() => setPatient('new')} />
          ) : (
            <>
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line pb-6">
                {patient === 'new' ? (
                  <p className="text-muted">They get an account, and an email that says how to choose a password.</p>
                ) : (
                  <p className="min-w-0 wrap-anywhere">
                    <span className="sr-only">Patient: </span>
                    <strong dir="auto" className="block font-semibold">
                      {patient.name}
                    </strong>
                    <EmailText className="text-muted" email={patient.email} />
                  </p>
                )}
                <Button variant="secondary" size="small" onClick={chooseAgain}>
                  Choose another patient
                </Button>
              </div>
              <AppointmentForm
                key={patient === 'new' ? 'new' : patient._id}
                patient={patient}
                firstDay={day < today ? today : day}
                onBooked={setBooked}
              />
            </>
          )}
        </Card>
      )}
    </>
  );
}
