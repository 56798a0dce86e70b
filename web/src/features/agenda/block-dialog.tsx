import type { AgendaCalendar } from '@openhours/contract/agenda.ts';
import type { Booking } from '@openhours/contract/booking.ts';
import { endMinuteOfDay, minuteOfDay } from '@openhours/contract/clock-time.ts';
import { counted } from '@openhours/contract/counted.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, isDefinedError } from '../../api/client.ts';
import { formFailureMessage } from '../../api/failure.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notBlank, required } from '../../ui/required.ts';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';
import { AppointmentsInTime } from './appointments-in-time.tsx';
import { type TimeToBlock, timeText } from './time-to-block.ts';
import { calendarName } from './words.ts';

/**
 * Blocks time of a calendar. If appointments are in it, it shows them: each has to be cancelled, with a reason for the
 * patients, or moved first.
 */
export function BlockDialog({
  calendars,
  first,
  ...dialog
}: RowDialogProps & {
  calendars: readonly AgendaCalendar[];
  /** What is filled in at first. */
  first: TimeToBlock;
}) {
  const [wanted, setWanted] = useState(first);
  const asksWhose = first.calendarId === '';
  const [hits, setHits] = useState<readonly Booking[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isUndecided, setIsUndecided] = useState(false);
  const block = useMutation({
    ...api.agenda.block.mutationOptions(),
    onSuccess: ({ cancelledBookings: count }) => {
      const cancelled = counted(count, 'appointment is', 'appointments are');
      toast.success(count === 0 ? 'Time blocked.' : `Time blocked. ${cancelled} cancelled.`);
      dialog.onClose();
    },
    meta: { refetches: [api.agenda] },
  });
  const { error } = block;
  const hitsIn = (refusal: typeof error) =>
    isDefinedError(refusal) && refusal.code === 'HITS_BOOKINGS' ? refusal.data.bookings : undefined;
  // Cancel only appointments that are shown.
  const cancel = hits.map(({ _id }) => _id).filter((id) => chosen.includes(id));
  const form = useForm({
    rules: {
      calendar: required('Choose a doctor.'),
      to: () => (wanted.from >= wanted.to ? 'The end must be after the start.' : undefined),
      reason: notBlank('Please give a reason.'),
      cancelReason: (text) =>
        cancel.length > 0 && text.trim() === '' ? 'Please give a reason. The patients will read it.' : undefined,
    },
    // A change of the start also decides whether the end is right, and the field of the calendar may be hidden.
    held: { calendar: wanted.calendarId, to: timeText(wanted.to) },
    onSubmit: ({ reason, cancelReason }) => {
      setIsUndecided(cancel.length < hits.length);
      if (cancel.length < hits.length) return;
      block.mutate(
        {
          calendarId: wanted.calendarId,
          date: wanted.date,
          startMinute: wanted.from,
          minutes: wanted.to - wanted.from,
          reason,
          cancel,
          ...(cancelReason.trim() && { cancelReason }),
        },
        // Not called after `reset`: the answer may be about another time than what is shown.
        { onError: (refusal) => setHits(hitsIn(refusal) ?? hits) },
      );
    },
  });
  const choose = (ids: readonly string[]): void => {
    setChosen(ids);
    setIsUndecided(false);
  };
  const change = (next: Partial<TimeToBlock>): void => {
    setWanted({ ...wanted, ...next });
    // Other appointments may be in the new time.
    setHits([]);
    choose([]);
    block.reset();
  };
  const undecided = 'Time with appointments cannot be blocked. Choose each one to cancel it, or move it first.';
  return (
    <FormDialog
      {...dialog}
      title="Block time"
      description="Nobody can book blocked time."
      form={form}
      action={hits.length > 0 ? 'Cancel and block' : 'Block time'}
      variant={hits.length > 0 ? 'danger' : 'primary'}
      cancelLabel="Close"
      busy={block.isPending}
      message={isUndecided ? undecided : hitsIn(error) ? undefined : formFailureMessage(error)}
    >
      {calendars.length > 1 && (
        <SelectField
          {...(asksWhose && { 'data-first-focus': '' })}
          label="Doctor"
          {...form.field('calendar')}
          value={wanted.calendarId}
          onChange={({ target }) => change({ calendarId: target.value })}
        >
          {asksWhose && <option value="">Choose a doctor</option>}
          <Options of={calendars.map((calendar) => [calendar._id, calendarName(calendar)])} />
        </SelectField>
      )}
      <DayField label="Day" required day={wanted.date} onChange={(date) => change({ date })} />
      <div className="grid grid-cols-2 gap-5">
        <TextField
          label="From"
          type="time"
          step={300}
          value={timeText(wanted.from)}
          onChange={({ target }) => target.value && change({ from: minuteOfDay(target.value) })}
        />
        <TextField
          label="To"
          type="time"
          step={300}
          {...form.field('to')}
          value={timeText(wanted.to)}
          onChange={({ target }) => target.value && change({ to: endMinuteOfDay(target.value) })}
        />
      </div>
      <TextField
        {...(!asksWhose && { 'data-first-focus': '' })}
        label="Reason"
        hint="Only staff can read it."
        required
        maxLength={200}
        autoComplete="off"
        {...form.field('reason')}
      />
      <AppointmentsInTime bookings={hits} chosen={chosen} onChoose={choose} />
      {hits.length > 0 && (
        <TextField
          label="Reason for the patients"
          hint={
            hits.every(({ emails }) => emails === 'on')
              ? 'Patients see it in an email.'
              : 'Patients see it in an email, unless emails are off.'
          }
          required
          maxLength={500}
          autoComplete="off"
          {...form.field('cancelReason')}
        />
      )}
    </FormDialog>
  );
}
