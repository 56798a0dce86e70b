import type { ClinicAppointment } from '@openhours/contract/appointments.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type ReactNode, useId } from 'react';
import { useClinicToday } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { type AgendaView, hrefAfterBooking } from '../agenda/agenda-view.ts';
import { fullDate } from '../schedule/full-date.ts';
import { messageText } from './message-text.ts';
import { treatmentText } from './treatment-text.ts';

/** What was booked for a patient, with the references to read out. It takes the focus from the form that is gone. */
export function BookedAppointments({
  appointments,
  isNew,
  agenda,
  onAnother,
}: {
  appointments: readonly ClinicAppointment[];
  /** The patient was added just now, and gets a link if there is an address. */
  isNew: boolean;
  /** The view of the agenda that led to the form, if one did. */
  agenda: AgendaView | undefined;
  onAnother: () => void;
}) {
  const today = useClinicToday();
  const id = useId();
  const [first] = appointments;
  if (!first) return null;
  const { patient, slot, reference } = first;
  const day = dayOf(first);
  return (
    <section
      ref={focusWhenShown}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid max-w-2xl gap-5 rounded-card border border-pine bg-surface p-5 shadow-lift outline-none sm:p-6"
    >
      <h2 id={id} className="flex items-center gap-2.5 text-heading">
        <CircleCheck className="size-6 shrink-0 text-pine" aria-hidden="true" />
        {appointments.length === 1 ? 'Appointment booked' : `${appointments.length} appointments booked`}
      </h2>
      <dl className="grid gap-3 sm:grid-cols-[auto_1fr] sm:gap-x-6">
        {appointments.length === 1 && (
          <Fact term="Reference">
            <strong className={referenceLook}>{reference}</strong>
          </Fact>
        )}
        <Fact term="Patient">{patient}</Fact>
        <Fact term="What">{treatmentText(first)}</Fact>
        <Fact term="When">
          {appointments.length === 1 ? (
            <>
              {`${fullDate(day)}, `}
              <span className="whitespace-nowrap">{slot}</span>
            </>
          ) : (
            <>
              {slot}
              <ul className="mt-1 grid gap-1">
                {appointments.map((one) => (
                  <li key={one._id} className="flex flex-wrap justify-between gap-x-6">
                    {fullDate(dayOf(one))}
                    <strong className={referenceLook}>{one.reference}</strong>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Fact>
      </dl>
      <p className="wrap-anywhere text-muted">{messageText(first, isNew)}</p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {agenda && <LinkButton href={hrefAfterBooking(agenda, first, today)}>Back to the agenda</LinkButton>}
        <Button variant={agenda ? 'secondary' : 'primary'} onClick={onAnother}>
          Book another
        </Button>
        {!agenda && (
          <LinkButton href={href.bookings({ day })} variant="secondary">
            View this day
          </LinkButton>
        )}
      </div>
    </section>
  );
}

const referenceLook = 'font-mono text-lg font-semibold tracking-widest';

function dayOf({ appointmentDate }: ClinicAppointment): string {
  return isoFromMediumDate(appointmentDate) ?? '';
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:-mb-3">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
