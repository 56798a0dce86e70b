import type { Booking } from '@openhours/contract/booking.ts';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useDialogInUrl } from '../../layouts/use-dialog-in-url.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useBookingChanges } from '../booking/booking-changes.tsx';
import type { PayableAppointment } from '../takings/appointment-payment-dialog.tsx';

const AppointmentPanel = lazyDialog(async () => (await import('./appointment-panel.tsx')).AppointmentPanel);
const AppointmentPaymentDialog = lazyDialog(
  async () => (await import('../takings/appointment-payment-dialog.tsx')).AppointmentPaymentDialog,
);

const names = ['appointment'] as const;

/**
 * Opens the panel of the appointment in the URL (`?appointment=ID`) on a page for staff, and the dialogs that its buttons
 * open. Render `dialogs` in the page. The functions are stable.
 */
export function useOpenAppointment(): {
  openAppointment: (appointment: Pick<Booking, '_id' | 'patient'>) => void;
  /** Opens the payments of an appointment without its panel. */
  openPayment: (appointment: PayableAppointment) => void;
  dialogs: ReactNode;
} {
  const { parameters, open, close } = useDialogInUrl(names);
  const { openChange, dialogs: changes } = useBookingChanges();
  const bookingId = parameters.get('appointment') ?? '';
  // So that it opens without the server, too: a script that cannot be fetched reloads the page.
  useEffect(() => AppointmentPanel.preload(), []);
  const [pressed, setPressed] = useState<Pick<Booking, '_id' | 'patient'>>();
  const [payment, setPayment] = useState<{ appointment: PayableAppointment; number: number; isOpen: boolean }>();
  /** The appointment whose panel was closed. Its id stays in the URL until the browser has gone back. */
  const [left, setLeft] = useState('');
  if (left !== '' && left !== bookingId) setLeft('');
  const leave = (): void => {
    setLeft(bookingId);
    close();
  };

  const openAppointment = useCallback(
    ({ _id, patient }: Pick<Booking, '_id' | 'patient'>): void => {
      setPressed({ _id, patient });
      open({ appointment: _id });
    },
    [open],
  );
  const openPayment = useCallback((appointment: PayableAppointment): void => {
    setPayment((last) => ({ appointment, number: (last?.number ?? 0) + 1, isOpen: true }));
  }, []);
  const dialogs = (
    <>
      <AppointmentPanel
        // A new key for each appointment opens a new dialog, which takes the focus.
        key={bookingId}
        open={bookingId !== '' && left === ''}
        bookingId={bookingId}
        patient={pressed?._id === bookingId ? pressed.patient : 'Appointment'}
        onClose={leave}
        onOpen={openAppointment}
        onMove={(booking) => {
          leave();
          openChange('move', booking);
        }}
        onPayment={(booking) => {
          leave();
          openPayment(booking);
        }}
      />
      {payment && (
        <AppointmentPaymentDialog
          key={payment.number}
          appointment={payment.appointment}
          open={payment.isOpen}
          onClose={() => setPayment({ ...payment, isOpen: false })}
        />
      )}
      {changes}
    </>
  );
  return { openAppointment, openPayment, dialogs };
}
