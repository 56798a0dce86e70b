import type { ClinicAppointment } from '@openhours/contract/appointments.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { fullDate } from './day-name.ts';

/** What was booked for a patient, with the reference to read out. It takes the focus from the form that is gone. */
export function BookedAppointment({
  appointment,
  onAnother,
}: {
  appointment: ClinicAppointment;
  onAnother: () => void;
}) {
  const { patient, email, appointmentDate, slot, treatment, doctorName, reference } = appointment;
  const day = isoFromMediumDate(appointmentDate) ?? '';
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid max-w-2xl gap-5 rounded-card border border-pine bg-surface p-5 shadow-lift outline-none sm:p-6"
    >
      <h2 id={id} className="flex items-center gap-2.5 text-heading">
        <CircleCheck className="size-6 shrink-0 text-pine" aria-hidden="true" />
        Appointment booked
      </h2>
      <dl className="grid gap-3 sm:grid-cols-[auto_1fr] sm:gap-x-6">
        <Fact term="Reference">
          <strong className="font-mono text-lg font-semibold tracking-widest">{reference}</strong>
        </Fact>
        <Fact term="Patient">{patient}</Fact>
        <Fact term="When">{`${fullDate(day)}, ${slot}`}</Fact>
        <Fact term="What">{doctorName ? `${treatment} with Dr. ${doctorName}` : treatment}</Fact>
      </dl>
      <p className="wrap-anywhere text-muted">{`We have sent an email to ${email}.`}</p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button onClick={onAnother}>Book another</Button>
        <LinkButton href={href.bookings({ day })} variant="secondary">
          See the day
        </LinkButton>
      </div>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:-mb-3">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
