import type { Booking } from '@openhours/contract/booking.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { useState } from 'react';
import { useClinicToday } from '../../clinic/zone.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { ChangeDialogProps } from '../booking/cancel-dialog.tsx';
import { WaitingDialog } from './waiting-dialog.tsx';

const MoveDialog = lazyDialog(async () => (await import('../booking/move-dialog.tsx')).MoveDialog);

/** Asks to be told about times that are earlier than an appointment, until its day. If one is free now, it can be taken. */
export function EarlierDialog(change: ChangeDialogProps & { booking: Booking }) {
  const { open, booking, onClose } = change;
  const today = useClinicToday();
  const [moveTo, setMoveTo] = useState<string>();
  if (moveTo !== undefined) return <MoveDialog {...change} firstDay={moveTo} />;
  const day = isoFromMediumDate(booking.appointmentDate) ?? today;
  const request = {
    treatments: [booking.treatmentNow ?? booking.treatment],
    from: today,
    to: day,
    last: day,
    earlierThan: booking,
  };
  return <WaitingDialog open={open} request={request} onMove={setMoveTo} onClose={onClose} />;
}
