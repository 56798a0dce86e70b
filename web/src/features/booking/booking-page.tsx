import type { Booking } from '@openhours/contract/booking.ts';
import type { BookingVersion } from '@openhours/contract/booking-state.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, isNotFound } from '../../api/failure.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { instantText } from '../../clinic/instant.ts';
import { href } from '../../pages.ts';
import { useIdInPath } from '../../router.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { BookingMoney } from '../payments/booking-money.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { ChangeButtons, useBookingChanges } from './booking-changes.tsx';
import { BookingTicket } from './booking-ticket.tsx';
import { EmailsOfAppointment } from './emails-off.tsx';
import { historyLines } from './history-words.ts';

/** The page of one booking. */
export function Component() {
  const id = useIdInPath();
  const booking = useQuery(api.booking.one.queryOptions({ input: { id } }));
  const { openChange, dialogs } = useBookingChanges(booking.data && [booking.data]);
  const isMissing = !booking.data && isNotFound(booking.error);
  const user = useSignedInUser();
  const isOthers = booking.data && booking.data.email !== user.email;
  return (
    <>
      {booking.data && isOthers ? (
        <BackLink href={href.agenda({ day: isoFromMediumDate(booking.data.appointmentDate) ?? '', appointment: id })}>
          Show in the agenda
        </BackLink>
      ) : (
        <BackLink href={href.myAppointments()}>Back to My Appointments</BackLink>
      )}
      <PageHeading title={isMissing ? 'Appointment not found' : isOthers ? 'Appointment' : 'Your appointment'}>
        {isMissing && 'We found no appointment for this link. Check the link, or go to My Appointments.'}
      </PageHeading>
      {booking.data ? (
        <>
          <BookingTicket booking={booking.data} />
          {booking.data.state !== 'cancelled' && (
            <div className="mt-6 grid justify-items-start gap-4 print:hidden">
              {booking.data.can.cancel && <EmailsOfAppointment booking={booking.data} />}
              <ChangeButtons booking={booking.data} onChange={openChange} />
              <AddToCalendar booking={booking.data} />
            </div>
          )}
          <BookingMoney bookingId={booking.data._id} />
          <BookingHistory history={booking.data.history} />
          <EmailLinks key={id} booking={booking.data} />
          {dialogs}
        </>
      ) : (
        !isMissing && (
          <WithoutData query={booking} message="We could not load this appointment. Please try again in a moment.">
            <TicketOutline />
          </WithoutData>
        )
      )}
    </>
  );
}

/** Lets the patient end the links in emails about an appointment, which work without signing in. */
function EmailLinks({ booking: { _id: id, email, can } }: { booking: Booking }) {
  const user = useSignedInUser();
  const summary = useRef<HTMLElement>(null);
  const end = useMutation({
    mutationFn: () => client.visit.revoke({ id }),
    // The button disappears.
    onSuccess: () => summary.current?.focus(),
  });
  if (!can.cancel || email !== user.email) return null;
  return (
    <details className="mt-6 max-w-2xl print:hidden">
      <summary ref={summary} className="cursor-pointer font-semibold">
        Links in your emails
      </summary>
      <div className="mt-3 grid justify-items-start gap-3">
        <p className="text-muted" role="status">
          {end.isSuccess
            ? 'The links in the emails that you have no longer work. New emails have new links.'
            : 'The emails about this appointment have a link that shows, moves or cancels it without signing in. If others read your emails, end these links.'}
        </p>
        <FormError message={failureMessage(end.error)} />
        {!end.isSuccess && (
          <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate()}>
            End these links
          </Button>
        )}
      </div>
    </details>
  );
}

/** What happened to an appointment, oldest first. */
function BookingHistory({ history }: { history: readonly BookingVersion[] }) {
  return (
    <Section id="booking-history" title="History" className="mt-10 max-w-3xl">
      <ol className="grid gap-4 border-s-2 border-line ps-5">
        {historyLines(history).map(({ what, who, why, at }) => (
          <li key={`${at} ${what}`}>
            <p className="font-medium">{what}</p>
            {why && <p>{why}</p>}
            <p className="text-sm text-muted">{`${who}, ${instantText(at)}`}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** A `BookingTicket` that loads. */
function TicketOutline() {
  return (
    <div aria-hidden="true" className="max-w-3xl rounded-panel border border-line bg-surface shadow-lift">
      <div className="grid gap-6 p-6 sm:p-9">
        <div className="grid gap-3">
          <Skeleton className="h-9 w-52" />
          <Skeleton className="h-7 w-24 rounded-full!" />
        </div>
        <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          <Skeleton className="h-22 max-w-44" />
          <Skeleton className="h-16 max-w-64" />
        </div>
      </div>
      <div className="mx-6 border-t-2 border-dashed border-line sm:mx-9" />
      <div className="grid gap-x-8 gap-y-6 p-6 sm:grid-cols-2 sm:p-9">
        {['name', 'email', 'phone', 'price', 'payment', 'booked', 'reference'].map((fact) => (
          <Skeleton key={fact} className={fact === 'payment' ? 'h-35 max-w-56 sm:h-22.5' : 'h-12 max-w-56'} />
        ))}
      </div>
    </div>
  );
}
