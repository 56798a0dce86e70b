import type { ClinicAppointment } from '@openhours/contract/appointments.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { priceText } from '../../clinic/price.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { useFocusInside } from '../../ui/use-focus-inside.ts';
import { useSetState } from '../agenda/use-set-state.ts';
import { stateButtons } from '../agenda/words.ts';
import { earlierPaymentNames, stateNames } from './state-names.ts';

/** The appointments of the clinic in order of time. */
export function ClinicAppointmentsTable({
  appointments,
  showsDates,
  onOpen,
  onPayment,
}: {
  appointments: readonly ClinicAppointment[];
  /** They are not all on one day. */
  showsDates: boolean;
  onOpen: (appointment: ClinicAppointment) => void;
  /** Opens the payments of an appointment. */
  onPayment: (appointment: ClinicAppointment) => void;
}) {
  const columns: readonly TableColumn<ClinicAppointment>[] = [
    {
      header: 'Time',
      inCard: 'lead',
      nowrap: true,
      cell: (appointment) => <TimeAndState appointment={appointment} showsDate={showsDates} />,
    },
    {
      header: 'Patient',
      inCard: 'plain',
      cell: (appointment) => (
        <>
          <TextButton
            dir="auto"
            className="max-md:min-h-11 md:min-w-36 text-start wrap-anywhere"
            onClick={() => onOpen(appointment)}
          >
            {appointment.patient}
          </TextButton>
          {appointment.email && (
            <EmailText className="block text-sm wrap-anywhere text-muted" email={appointment.email} />
          )}
          {appointment.phone && <span className="block whitespace-nowrap tabular-nums">{appointment.phone}</span>}
        </>
      ),
    },
    {
      header: 'Treatment',
      cell: ({ treatment, doctorName, reference }) => (
        <>
          <span className="block md:min-w-24 lg:min-w-36">{treatment}</span>
          <span className="block text-sm text-muted">{doctorName ? titledName(doctorName) : 'Doctor on duty'}</span>
          <span className="block font-mono text-sm tracking-widest text-muted">{reference}</span>
        </>
      ),
    },
    {
      header: 'Payment',
      cell: (appointment) => <PaymentState appointment={appointment} onPayment={() => onPayment(appointment)} />,
    },
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

/** When it is and what has become of it, with a button for a patient who has come. */
function TimeAndState({ appointment, showsDate }: { appointment: ClinicAppointment; showsDate: boolean }) {
  const { _id: id, appointmentDate, can, patient, slot, state, version } = appointment;
  const setState = useSetState();
  const canArrive = stateButtons(state, can.become).some(({ to, isUndo }) => to === 'arrived' && !isUndo);
  // The pressed button is gone.
  const cell = useFocusInside(state);
  return (
    <div
      ref={cell}
      tabIndex={-1}
      className="flex items-center gap-x-3 gap-y-1.5 outline-none max-md:flex-wrap md:flex-col md:items-start"
    >
      <div>
        {showsDate && <span className="block">{appointmentDate}</span>}
        {slot}
        {state !== 'booked' && state !== 'cancelled' && (
          <span className="block text-sm text-muted">{stateNames[state]}</span>
        )}
      </div>
      {canArrive && (
        <Button
          variant="secondary"
          size="small"
          className="print:hidden"
          aria-label={`Arrived: ${patient}`}
          busy={setState.isPending}
          onClick={({ detail }) => {
            // With a filter, the row of the next patient may take the place of this one: no second click of a double click.
            if (detail < 2) setState.mutate({ id, state: 'arrived', version });
          }}
        >
          Arrived
        </Button>
      )}
    </div>
  );
}

function PaymentState({ appointment, onPayment }: { appointment: ClinicAppointment; onPayment: () => void }) {
  const { can, disputed, earlierPayment, hasPayments, paid, patient, price, refundDue, state } = appointment;
  if (state !== 'cancelled' && price === 0 && !refundDue) return <span className="text-muted">Free of charge</span>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {state === 'cancelled' ? (
        <Badge>Cancelled</Badge>
      ) : price === 0 ? (
        <span className="text-muted">Free of charge</span>
      ) : earlierPayment ? (
        <Badge tone="warning">{earlierPaymentNames[earlierPayment]}</Badge>
      ) : paid ? (
        <Badge tone={disputed ? 'warning' : 'positive'}>{disputed ? 'Disputed' : 'Paid'}</Badge>
      ) : (
        <Badge tone="warning">{`${priceText(appointment)} to pay`}</Badge>
      )}
      {disputed && !paid && <Badge tone="warning">Disputed</Badge>}
      {refundDue && <Badge tone="warning">Refund due</Badge>}
      {(can.takePayment || paid || refundDue || hasPayments) && (
        <Button
          variant={can.takePayment ? 'secondary' : 'quiet'}
          size="small"
          className="print:hidden"
          aria-label={`${can.takePayment ? 'Take payment' : 'Details'}: ${patient}`}
          onClick={onPayment}
        >
          {can.takePayment ? 'Take payment' : 'Details'}
        </Button>
      )}
    </div>
  );
}
