import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { fieldOf } from '../../api/http.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { BookingMoney } from '../payments/booking-money.tsx';
import { BookingTicket } from './booking-ticket.tsx';
import { LoadingRows } from './loading-rows.tsx';

/** One booking on a page of its own: the proof of what was booked. */
export function Component() {
  const { id = '' } = useParams();
  const booking = useQuery(api.booking.one.queryOptions({ input: { id } }));
  const isNotFound = !booking.data && fieldOf(booking.error, 'status') === 404;
  return (
    <>
      <PageHeading title={isNotFound ? 'Appointment not found' : 'Your appointment'}>
        {isNotFound && 'There is no appointment of yours at this address.'}
      </PageHeading>
      {booking.data ? (
        <>
          <BookingTicket booking={booking.data} />
          <BookingMoney bookingId={booking.data._id} />
        </>
      ) : booking.isPending ? (
        <LoadingRows isLate={booking.failureCount > 0 || booking.isPaused} />
      ) : (
        !isNotFound && (
          <ErrorState
            message="We could not load this appointment. Please try again in a moment."
            onRetry={() => void booking.refetch()}
            busy={booking.isFetching}
          />
        )
      )}
      <LinkButton href="/dashboard/myAppointment" variant="quiet" className="mt-6 -ms-5 print:hidden">
        Back to My Appointments
      </LinkButton>
    </>
  );
}
