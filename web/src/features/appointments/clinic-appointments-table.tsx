import type { ClinicAppointment } from '@openhours/contract/appointments.ts';
import { priceText } from '../../clinic/price.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';

/** The appointments of the clinic in order of time. */
export function ClinicAppointmentsTable({
  appointments,
  showsDates,
}: {
  appointments: readonly ClinicAppointment[];
  /** They are not all on one day. */
  showsDates: boolean;
}) {
  const columns: readonly TableColumn<ClinicAppointment>[] = [
    {
      header: 'Time',
      inCard: 'lead',
      nowrap: true,
      cell: ({ slot, appointmentDate }) => (
        <>
          {showsDates && <span className="block">{appointmentDate}</span>}
          {slot}
        </>
      ),
    },
    {
      header: 'Patient',
      inCard: 'plain',
      cell: ({ patient, email, phone }) => (
        <>
          <span dir="auto" className="block md:min-w-36 font-medium wrap-anywhere">
            {patient}
          </span>
          <EmailText className="block text-sm wrap-anywhere text-muted" email={email} />
          {phone && <span className="block whitespace-nowrap tabular-nums">{phone}</span>}
        </>
      ),
    },
    {
      header: 'Doctor',
      cell: ({ doctorName }) => (doctorName ? `Dr. ${doctorName}` : <span className="text-muted">On duty</span>),
    },
    {
      header: 'Treatment',
      cell: ({ treatment, reference }) => (
        <>
          <span className="block md:min-w-24">{treatment}</span>
          <span className="block font-mono text-sm tracking-widest text-muted">{reference}</span>
        </>
      ),
    },
    { header: 'Payment', cell: (appointment) => <PaymentState appointment={appointment} /> },
  ];
  return (
    <Table
      density="dense"
      caption="Appointments of the clinic"
      columns={columns}
      rows={appointments}
      rowKey={({ _id }) => _id}
    />
  );
}

function PaymentState({ appointment }: { appointment: ClinicAppointment }) {
  if (appointment.state === 'cancelled') return <Badge>Cancelled</Badge>;
  if (appointment.paid) return <Badge tone="positive">Paid</Badge>;
  if (appointment.price === 0) return <span className="text-muted">Free of charge</span>;
  return <Badge tone="warning">{`${priceText(appointment)} to pay`}</Badge>;
}
