import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isNotFound } from '../../api/failure.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { useIdInPath } from '../../router.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { BookingMoney } from '../payments/booking-money.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { ChangeButtons, useBookingChanges } from './booking-changes.tsx';
import { BookingHistory } from './booking-history.tsx';
import { BookingTicket } from './booking-ticket.tsx';
import { EmailLinks } from './email-links.tsx';
import { EmailsOfAppointment } from './emails-off.tsx';
import { TicketOutline } from './ticket-outline.tsx';

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
      <LinkButton href={href.myAppointments()} variant="quiet" className="mt-6 -ms-5 print:hidden">
        Back to My Appointments
      </LinkButton>
    </>
  );
}
