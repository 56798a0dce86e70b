import type { Booking } from '@openhours/contract/booking.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useId } from 'react';
import { href } from '../../pages.ts';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ChangeButtons, type OpenChange } from './booking-changes.tsx';
import { LateText } from './late-text.tsx';
import { Payment } from './payment.tsx';

/** A heading and its bookings. The treatment links to the booking's page. */
export function AppointmentsTable({
  title,
  bookings,
  onChange,
}: {
  title: string;
  bookings: readonly Booking[];
  /** For appointments that can be changed. */
  onChange?: OpenChange;
}) {
  const id = useId();
  const columns: readonly TableColumn<Booking>[] = [
    // Between other columns, a first name stays in one piece.
    { header: 'Name', cell: ({ patient }) => <div className="as-table:min-w-20">{patient}</div> },
    {
      header: 'Treatment',
      inCard: 'plain',
      cell: ({ _id, treatment, doctorName }) => (
        <div className="flex flex-col items-start as-cards:flex-col-reverse">
          <TextLink href={href.appointment(_id)} id={`${id}${_id}`}>
            {treatment}
          </TextLink>
          {doctorName && (
            <span className="text-muted as-cards:font-medium as-table:text-sm">{titledName(doctorName)}</span>
          )}
        </div>
      ),
    },
    { header: 'Date', nowrap: true, inCard: 'lead', cell: ({ appointmentDate }) => appointmentDate },
    {
      header: 'Time',
      nowrap: true,
      inCard: 'lead',
      cell: ({ slot, lateMinutes }) => (
        <>
          {slot}
          {lateMinutes && <LateText minutes={lateMinutes} />}
        </>
      ),
    },
    {
      header: 'Payment',
      cell: (booking) => (
        // As wide as the two buttons, so that the sentences leave room for the other columns.
        <div className="as-table:max-w-33">
          <Payment showsAmount booking={booking} describedBy={`${id}${booking._id}`} />
        </div>
      ),
    },
    ...(onChange && bookings.some(({ can }) => can.cancel || can.move)
      ? [
          {
            header: 'Change',
            inCard: 'buttons' as const,
            cell: (booking: Booking) => (
              <ChangeButtons booking={booking} describedBy={`${id}${booking._id}`} onChange={onChange} />
            ),
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby={`${id}title`} className="min-w-0">
      <h2 id={`${id}title`} className="mb-4 text-heading">
        {title}
      </h2>
      <Table
        density="dense"
        cardsBelow="lg"
        caption={`${title} appointments`}
        columns={columns}
        rows={bookings}
        rowKey={({ _id }) => _id}
      />
    </section>
  );
}
