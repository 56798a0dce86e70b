import type { Booking } from '@openhours/contract/booking.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import type { ChangeDialogProps } from '../booking/cancel-dialog.tsx';
import { WaitingDialog } from './waiting-dialog.tsx';

/** Asks to be told about times that are earlier than an appointment, until its day. */
export function EarlierDialog({ open, booking, onClose }: ChangeDialogProps & { booking: Booking }) {
  const today = useClinicToday();
  const day = isoFromMediumDate(booking.appointmentDate) ?? today;
  const request = {
    treatments: [booking.treatmentNow ?? booking.treatment],
    from: today,
    to: day,
    last: day,
    earlierThan: booking,
  };
  return <WaitingDialog open={open} request={request} onClose={onClose} />;
}
