import type { Booking, FreeSlot } from '@openhours/contract/booking.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { treatmentText } from '../appointments/treatment-text.ts';
import { DayAndTimes } from '../booking/day-and-times.tsx';
import { showsAppointments } from '../booking/shows-appointments.ts';
import { addDays } from '../schedule/civil-date.ts';

/**
 * Books the next appointment for the patient of an appointment, with the same doctor: a day, a time, and a question. Give each
 * opening a new `key`.
 */
export function NextAppointmentDialog({ booking, open, onClose }: RowDialogProps & { booking: Booking }) {
  const today = useClinicToday();
  const [day, setDay] = useState(() => firstDay(booking, today));
  const [chosen, setChosen] = useState<FreeSlot>();
  const book = useIdempotentMutation({
    mutationFn: (wanted: Parameters<typeof client.appointments.bookNext>[0], once) =>
      client.appointments.bookNext(wanted, once),
    onSuccess: ({ appointment: { patient, appointmentDate, slot } }) => {
      toast.success(`Booked for ${patient}: ${appointmentDate}, ${slot}`);
      if (open) onClose();
    },
    onError: (error) => {
      if (!open) toast.error(failureMessage(error));
    },
    meta: { refetches: [...showsAppointments, api.appointments.others] },
  });
  const confirm = useRef<HTMLButtonElement>(null);
  const times = useRef<HTMLHeadingElement>(null);
  const choose = (free: FreeSlot): void => {
    book.reset();
    setChosen(free);
    // Wait until the button is rendered.
    requestAnimationFrame(() => confirm.current?.focus());
  };
  const goBack = (): void => {
    setChosen(undefined);
    requestAnimationFrame(() => times.current?.focus());
  };
  const send = ({ appointmentDate, treatment, optionId, slot }: FreeSlot): void => {
    book.mutate({ id: booking._id, appointmentDate, treatment, optionId, slot });
  };
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={chosen ? 'Book this appointment?' : 'The next appointment'}
      description={`${booking.patient}: ${treatmentText(booking)}`}
      onPhones="sheet"
      footer={
        chosen && (
          <>
            <Button variant="secondary" disabled={book.isPending} onClick={goBack}>
              Back
            </Button>
            <Button ref={confirm} busy={book.isPending} onClick={() => send(chosen)}>
              Book appointment
            </Button>
          </>
        )
      }
    >
      {chosen ? (
        <div className="grid gap-5">
          <p className="text-lg font-semibold tabular-nums">
            {`${chosen.appointmentDate}, ${chosen.slot}`}
            {chosen.doctorName && <span className="block font-normal">{titledName(chosen.doctorName)}</span>}
          </p>
          <FormError message={failureMessage(book.error)} />
        </div>
      ) : (
        <DayAndTimes
          treatment={booking.treatmentNow ?? booking.treatment}
          doctorName={booking.doctorName}
          day={day}
          heading={times}
          isStaff
          onChoose={choose}
          onChooseDay={setDay}
        />
      )}
    </LazyDialog>
  );
}

/** The same treatment cannot be booked twice on one day. */
function firstDay({ appointmentDate }: Booking, today: string): string {
  const day = isoFromMediumDate(appointmentDate);
  return day !== undefined && day >= today ? addDays(day, 1) : today;
}
