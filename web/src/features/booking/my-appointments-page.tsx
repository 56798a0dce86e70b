import type { Booking } from '@openhours/contract/booking.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { pagesOf } from '../../api/list-pages.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { useMinute } from '../../clinic/clinic-minute.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { MyEntries, MyOffers, useHasOffer } from '../waiting-list/my-waiting-list.tsx';
import { orderAppointments } from './appointment-order.ts';
import { AppointmentsOutline } from './appointments-outline.tsx';
import { AppointmentsTable } from './appointments-table.tsx';
import { useBookingChanges } from './booking-changes.tsx';

const ReturnNotice = lazy(async () => ({ default: (await import('../payments/return-notice.tsx')).ReturnNotice }));

/** The patient's own bookings. The server returns the latest first; older ones load on request. */
export function Component() {
  const { email } = useSignedInUser();
  const [parameters] = useSearchParams();
  const bookings = useInfiniteQuery(pagesOf(api.booking.list, { input: { email }, length: 100 }));
  const hasOffer = useHasOffer();
  const count = bookings.data && `${bookings.data.length}${bookings.hasNextPage ? '+' : ''}`;
  return (
    <>
      <PageHeading
        title={count === undefined ? 'My Appointments' : `My Appointments (${count})`}
        documentTitle="My Appointments"
        action={
          bookings.data?.length ? (
            <LinkButton href={href.bookAppointment()} variant="secondary" className="print:hidden">
              Book another
            </LinkButton>
          ) : undefined
        }
      >
        {(bookings.data?.length !== 0 || hasOffer) && <ZoneNote />}
      </PageHeading>
      {parameters.has('payment') && (
        <Suspense>
          <ReturnNotice bookings={bookings.data} />
        </Suspense>
      )}
      <div className="mb-6 grid gap-4 empty:hidden">
        <MyOffers />
      </div>
      {bookings.data ? (
        <Appointments bookings={bookings.data} />
      ) : (
        <WithoutData query={bookings} message="Failed to fetch bookings">
          <AppointmentsOutline />
        </WithoutData>
      )}
      <div className="mt-10 empty:hidden">
        <MyEntries />
      </div>
      <ShowOlder pages={bookings}>Show older appointments</ShowOlder>
    </>
  );
}

function Appointments({ bookings }: { bookings: readonly Booking[] }) {
  const { openChange, dialogs } = useBookingChanges(bookings);
  const { upcoming, earlier } = orderAppointments(bookings, useMinute());
  if (bookings.length === 0) {
    return (
      <EmptyState
        icon={<CalendarDays className="size-7" />}
        title="No appointments yet"
        action={<LinkButton href={href.bookAppointment()}>Book an Appointment</LinkButton>}
      >
        Appointments that you book will appear here, with their date, time and payment.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-10">
      {upcoming.length > 0 && <AppointmentsTable title="Upcoming" bookings={upcoming} onChange={openChange} />}
      {earlier.length > 0 && (
        <AppointmentsTable
          title={earlier.some(({ state }) => state === 'cancelled') ? 'Past and cancelled' : 'Past'}
          bookings={earlier}
        />
      )}
      {dialogs}
    </div>
  );
}
