import type { Booking } from '@openhours/contract/booking.ts';
import { useId } from 'react';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Payment } from './payment.tsx';

/** Bookings under a heading of their own. The treatment leads to the booking's page. */
export function AppointmentsTable({ title, bookings }: { title: string; bookings: readonly Booking[] }) {
  const id = useId();
  const columns: readonly TableColumn<Booking>[] = [
    { header: 'Name', cell: ({ patient }) => patient },
    {
      header: 'Treatment',
      cell: ({ _id, treatment, doctorName }) => (
        <>
          <TextLink href={`/dashboard/myAppointment/${_id}`} id={`${id}${_id}`}>
            {treatment}
          </TextLink>
          {doctorName && <span className="block text-sm text-muted">Dr. {doctorName}</span>}
        </>
      ),
    },
    { header: 'Date', cell: ({ appointmentDate }) => <span className="whitespace-nowrap">{appointmentDate}</span> },
    { header: 'Time', cell: ({ slot }) => <span className="tabular-nums lg:whitespace-nowrap">{slot}</span> },
    { header: 'Payment', cell: (booking) => <Payment booking={booking} describedBy={`${id}${booking._id}`} /> },
  ];
  return (
    <section aria-labelledby={`${id}title`} className="min-w-0">
      <h2 id={`${id}title`} className="mb-4 text-heading">
        {title}
      </h2>
      <Table caption={`${title} appointments`} columns={columns} rows={bookings} rowKey={({ _id }) => _id} />
    </section>
  );
}
