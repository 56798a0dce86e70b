import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CircleCheck from 'lucide-react/icons/circle-check';
import MapPin from 'lucide-react/icons/map-pin';
import Stethoscope from 'lucide-react/icons/stethoscope';
import Ticket from 'lucide-react/icons/ticket';
import UserRound from 'lucide-react/icons/user-round';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import { api } from '../../api/client.ts';
import { ClinicPlace } from '../../clinic/place.tsx';
import { priceText } from '../../clinic/price.ts';
import { href } from '../../pages.ts';
import { CloseButton } from '../../ui/close-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { fullDate } from '../schedule/full-date.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import type { Booked } from './booked.ts';
import { EmailsOfAppointment } from './emails-off.tsx';
import { Payment } from './payment.tsx';
import { cancellationText } from './terms-words.ts';

/**
 * The booking that was just made, and the next actions. Stays until it is closed. If it is new, it focuses itself rather
 * than a button, so that a second press of Enter does nothing.
 */
export function BookingConfirmation({
  booked,
  isNew,
  onClose,
  ref,
}: {
  booked: Booked;
  /** Not after a reload, or after Back: those leave the focus where the browser puts it. */
  isNew: boolean;
  onClose: () => void;
  ref: RefObject<HTMLElement | null>;
}) {
  const { bookingId, reference, treatment, doctorName, appointmentDate, slot, treated } = booked;
  const day = isoFromMediumDate(appointmentDate);
  const id = useId();
  // It loads lazily, so the dialog may have closed and restored the focus before.
  useEffect(() => {
    if (isNew) ref.current?.focus();
  }, [isNew, ref]);
  const loaded = useQuery(api.booking.one.queryOptions({ input: { id: bookingId } }));
  const booking = loaded.data;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="relative mb-8 grid animate-rise-in scroll-mt-24 gap-5 rounded-card border border-pine bg-surface p-5 shadow-lift outline-none sm:p-6"
    >
      <h2 id={id} className="flex items-center gap-2.5 pe-10 text-heading large-text:flex-wrap">
        <CircleCheck className="size-6 shrink-0 text-pine" aria-hidden="true" />
        Appointment booked
      </h2>
      <dl className="grid gap-3">
        <Fact term="When" icon={CalendarDays}>
          <strong className="font-semibold">{day === undefined ? appointmentDate : fullDate(day)}</strong>
          <span className="block tabular-nums">{slot}</span>
        </Fact>
        <Fact term="What" icon={Stethoscope}>
          <strong className="font-semibold">{treatment}</strong>
          {doctorName ? ` with ${titledName(doctorName)}` : ' with the doctor on duty'}
        </Fact>
        {treated !== undefined && (
          <Fact term="Who" icon={UserRound}>
            {'For '}
            <span dir="auto" className="wrap-anywhere">
              {treated}
            </span>
          </Fact>
        )}
        <Fact term="Where" icon={MapPin}>
          <ClinicPlace />
        </Fact>
        <Fact term="Reference" icon={Ticket}>
          {'Your reference: '}
          <strong className="font-mono font-semibold tracking-widest">{reference}</strong>
        </Fact>
      </dl>
      {booked.price > 0 && (
        <div className="grid gap-2 border-t border-line pt-4">
          {!booking?.paid && !booking?.payBy && (
            <p>
              <strong className="font-semibold">{`Pay ${priceText(booked)} now`}</strong>
              {booking && ', or at the clinic.'}
            </p>
          )}
          <div className="min-h-11">
            {booking ? (
              <Payment booking={booking} describedBy={id} showsAmount={booking.payBy !== undefined} />
            ) : (
              // `isError` would remove the button during the next attempt.
              loaded.errorUpdateCount > 0 && <LoadError query={loaded} message="We could not load the ways to pay." />
            )}
          </div>
          {booking?.freeUntil && <p className="text-sm text-muted">{cancellationText(booking.freeUntil)}</p>}
        </div>
      )}
      <div className="flex flex-wrap gap-3 border-t border-line pt-4 max-sm:*:grow">
        {booking ? <AddToCalendar booking={booking} /> : <div className="min-h-11" />}
        <LinkButton href={href.appointment(bookingId)} variant="secondary" size="small">
          View appointment
        </LinkButton>
      </div>
      {booking && <EmailsOfAppointment booking={booking} />}
      <CloseButton onClick={onClose} className="absolute end-2 top-2.5 text-muted hover:bg-sunken hover:text-ink" />
    </section>
  );
}

function Fact({ term, icon: Icon, children }: { term: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt>
        <Icon className="mt-0.5 size-5 text-muted" strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
