import type { Booking } from '@openhours/contract/booking.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { useDialogInUrl } from '../../layouts/use-dialog-in-url.ts';
import { useOpeningInUrl } from '../../layouts/use-opening-in-url.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useLiveRefetch } from '../live/use-live-refetch.ts';
import type { PayableAppointment } from '../takings/appointment-payment-dialog.tsx';
import { concerns } from './concerns.ts';

const AppointmentPanel = lazyDialog(async () => (await import('./appointment-panel.tsx')).AppointmentPanel);
const AppointmentPaymentDialog = lazyDialog(
  async () => (await import('../takings/appointment-payment-dialog.tsx')).AppointmentPaymentDialog,
);
const MoveDialog = lazyDialog(async () => (await import('../booking/move-dialog.tsx')).MoveDialog);

const NextAppointmentDialog = lazyDialog(
  async () => (await import('./next-appointment-dialog.tsx')).NextAppointmentDialog,
);

const panelName = ['appointment'] as const;
const moveName = ['move'] as const;
const paymentName = ['payment'] as const;
const nextName = ['next'] as const;

/**
 * Opens the panel of the appointment in the URL (`?appointment=ID`) on a page for staff, and the dialogs of its buttons
 * (`&move=ID`, `&payment=ID`, `&next=ID`), which return to it. Render `dialogs` in the page. The functions are stable.
 */
export function useOpenAppointment(): {
  openAppointment: (appointment: Pick<Booking, '_id' | 'patient'>) => void;
  /** Opens the dialog that moves an appointment without its panel, on this day, 'YYYY-MM-DD'. */
  openMove: (bookingId: string, firstDay: string) => void;
  /** Opens the payments of an appointment without its panel. */
  openPayment: (appointment: PayableAppointment) => void;
  dialogs: ReactNode;
} {
  const { parameters, open: openPanel, close: closePanel } = useDialogInUrl(panelName);
  const bookingId = parameters.get('appointment') ?? '';
  const id = bookingId || (parameters.get('payment') ?? '');
  const [pressed, setPressed] = useState<Pick<Booking, '_id' | 'patient'>>();
  const [payable, setPayable] = useState<PayableAppointment>();
  const [moving, setMoving] = useState<{ id: string; firstDay: string }>();
  const booking = useQuery(
    api.booking.one.queryOptions({
      input: { id },
      enabled: id !== '' && (id === bookingId || id !== payable?._id),
      staleTime: 0,
    }),
  );
  // Others may change it. The event `booking` goes to the patient only, so use those about its day.
  const day = isoFromMediumDate(booking.data?.appointmentDate ?? '');
  useLiveRefetch(
    (event) => id !== '' && day !== undefined && concerns(event, { from: day, to: day }),
    ...[api.booking.one, api.booking.cancellation, api.bookingNotes.list].map((call) => call.key({ input: { id } })),
  );
  const loaded = (of: string): Booking | undefined => (booking.data?._id === of ? booking.data : undefined);
  const move = useOpeningInUrl<'move', Booking>(moveName, (_, of) => {
    const found = loaded(of);
    return found && (found.can.move ? found : null);
  });
  const next = useOpeningInUrl<'next', Booking>(nextName, (_, of) => loaded(of));
  const payment = useOpeningInUrl<'payment', PayableAppointment>(paymentName, (_, of) =>
    payable?._id === of ? payable : loaded(of),
  );
  // Loaded early, so that the dialogs also open during an outage.
  useEffect(() => AppointmentPanel.preload(), []);
  useEffect(() => {
    if (bookingId === '') return;
    MoveDialog.preload();
    AppointmentPaymentDialog.preload();
  }, [bookingId]);

  const openAppointment = useCallback(
    ({ _id, patient }: Pick<Booking, '_id' | 'patient'>): void => {
      setPressed({ _id, patient });
      openPanel({ appointment: _id });
    },
    [openPanel, setPressed],
  );
  const openMove = useCallback(
    (of: string, firstDay: string): void => {
      setMoving({ id: of, firstDay });
      // One history entry: closing the dialog does not return to the panel.
      openPanel({ appointment: of, move: of });
    },
    [openPanel, setMoving],
  );
  const { open: openPaymentOf } = payment;
  const openPayment = useCallback(
    (appointment: PayableAppointment): void => {
      setPayable(appointment);
      openPaymentOf('payment', appointment._id);
    },
    [openPaymentOf, setPayable],
  );
  const dialogs = (
    <>
      <AppointmentPanel
        // A new key for each appointment opens a new dialog, which takes the focus.
        key={bookingId}
        open={bookingId !== '' && !move.opening?.isOpen && !payment.opening?.isOpen && !next.opening?.isOpen}
        booking={booking}
        patient={pressed?._id === bookingId ? pressed.patient : 'Appointment'}
        onClose={closePanel}
        onOpen={openAppointment}
        onMove={() => {
          setMoving(undefined);
          move.open('move', bookingId);
        }}
        onPayment={() => payment.open('payment', bookingId)}
        onNext={() => next.open('next', bookingId)}
      />
      {move.opening && (
        <MoveDialog
          key={move.opening.number}
          open={move.opening.isOpen}
          booking={move.opening.item}
          {...(moving?.id === move.opening.item._id && { firstDay: moving.firstDay })}
          onClose={move.close}
          onDone={() => move.opening?.isOpen && move.close()}
        />
      )}
      {next.opening && (
        <NextAppointmentDialog
          key={next.opening.number}
          open={next.opening.isOpen}
          booking={next.opening.item}
          onClose={next.close}
        />
      )}
      {payment.opening && (
        <AppointmentPaymentDialog
          key={payment.opening.number}
          appointment={payment.opening.item}
          open={payment.opening.isOpen}
          onClose={payment.close}
        />
      )}
    </>
  );
  return { openAppointment, openMove, openPayment, dialogs };
}
