import type { AgendaCalendar } from '@openhours/contract/agenda.ts';
import type { Booking } from '@openhours/contract/booking.ts';
import { endMinuteOfDay, minuteOfDay } from '@openhours/contract/clock-time.ts';
import { counted } from '@openhours/contract/counted.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, isDefinedError } from '../../api/client.ts';
import { formFailureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { EmailsOffText } from '../booking/emails-off.tsx';
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
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState(first);
  const [reason, setReason] = useState('');
  const [cancelReason, setCancelReason] = useState('');
  const [hits, setHits] = useState<readonly Booking[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [faults, setFaults] = useState<Faults>({});
  const toField = useRef<HTMLInputElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const cancelReasonField = useRef<HTMLInputElement>(null);
  const block = useMutation({
    ...api.agenda.block.mutationOptions(),
    onSuccess: ({ cancelledBookings: count }) => {
      const cancelled = counted(count, 'appointment is', 'appointments are');
      toast.success(count === 0 ? 'Time blocked.' : `Time blocked. ${cancelled} cancelled.`);
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.agenda),
  });
  const { error } = block;
  const hitsIn = (refusal: typeof error) =>
    isDefinedError(refusal) && refusal.code === 'HITS_BOOKINGS' ? refusal.data.bookings : undefined;
  const send = (): void => {
    // Cancel only appointments that are shown.
    const cancel = hits.map(({ _id }) => _id).filter((id) => chosen.includes(id));
    const found = faultsOf({ wanted, reason, hits, cancel, cancelReason });
    setFaults(found);
    const faulty = found.to ? toField : found.reason ? reasonField : found.cancelReason ? cancelReasonField : undefined;
    faulty?.current?.focus();
    if (faulty || found.hits) return;
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
  };
  const change = (next: Partial<TimeToBlock>): void => {
    setWanted({ ...wanted, ...next });
    setFaults({ reason: faults.reason });
    // Other appointments may be in the new time.
    setHits([]);
    setChosen([]);
    block.reset();
  };
  return (
    <Dialog {...dialog} title="Block time" description="Nobody can book blocked time.">
      <div className="grid grid-cols-2 gap-4">
        {calendars.length > 1 && (
          <SelectField
            label="Doctor"
            className="col-span-2"
            value={wanted.calendarId}
            onChange={({ target }) => change({ calendarId: target.value })}
          >
            <Options of={calendars.map((calendar) => [calendar._id, calendarName(calendar)])} />
          </SelectField>
        )}
        <DayField label="Day" required className="col-span-2" day={wanted.date} onChange={(date) => change({ date })} />
        <TextField
          label="From"
          type="time"
          step={300}
          value={timeText(wanted.from)}
          onChange={({ target }) => target.value && change({ from: minuteOfDay(target.value) })}
        />
        <TextField
          ref={toField}
          label="To"
          type="time"
          step={300}
          error={faults.to}
          value={timeText(wanted.to)}
          onChange={({ target }) => target.value && change({ to: endMinuteOfDay(target.value) })}
        />
        <TextField
          ref={reasonField}
          label="Reason"
          hint="Only staff can read it."
          className="col-span-2"
          maxLength={200}
          autoComplete="off"
          error={faults.reason}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value);
            setFaults({ ...faults, reason: undefined });
          }}
        />
        <div role="status" className="col-span-2 grid gap-3 empty:sr-only">
          {hits.length > 0 && (
            <>
              <p className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
                {hits.length === 1
                  ? 'An appointment is booked at this time. Move it first, or cancel it.'
                  : `${hits.length} appointments are booked in this time. Move them first, or choose which to cancel.`}
                {
                  ' Cancelled appointments are refunded in full. For your own appointments, the refund rules for patients apply.'
                }
              </p>
              <ul className="grid gap-1">
                {hits.map(({ _id, slot, patient, treatment, can, emails, phone }) => (
                  <li key={_id}>
                    <Checkbox
                      disabled={!can.cancel}
                      checked={chosen.includes(_id)}
                      onChange={({ target }) => {
                        setChosen(target.checked ? [...chosen, _id] : chosen.filter((id) => id !== _id));
                        setFaults({ ...faults, hits: undefined });
                      }}
                    >
                      {`Cancel ${slot}, ${patient}, ${treatment}`}
                    </Checkbox>
                    {emails !== 'on' && (
                      <p className="mb-2 ps-7.5 text-[0.9375rem] text-muted">
                        <EmailsOffText emails={emails} phone={phone} />
                      </p>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        {hits.length > 0 && (
          <TextField
            ref={cancelReasonField}
            label="Reason for the patients"
            hint={
              hits.every(({ emails }) => emails === 'on')
                ? 'Patients see it in an email.'
                : 'Patients see it in an email, unless emails are off.'
            }
            className="col-span-2"
            maxLength={500}
            autoComplete="off"
            error={faults.cancelReason}
            value={cancelReason}
            onChange={({ target }) => {
              setCancelReason(target.value);
              setFaults({ ...faults, cancelReason: undefined });
            }}
          />
        )}
        <div className="col-span-2">
          <FormError message={faults.hits ?? (hitsIn(error) ? undefined : formFailureMessage(error))} />
        </div>
        <div className="col-span-2 flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" onClick={dialog.onClose}>
            Close
          </Button>
          <Button variant={hits.length > 0 ? 'danger' : 'primary'} busy={block.isPending} onClick={send}>
            {hits.length > 0 ? 'Cancel and block' : 'Block time'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type Faults = { [Field in 'to' | 'reason' | 'hits' | 'cancelReason']?: string | undefined };

/**
 * @param hits the appointments in the time
 * @param cancel those of them that are to be cancelled
 */
function faultsOf({
  wanted,
  reason,
  hits,
  cancel,
  cancelReason,
}: {
  wanted: TimeToBlock;
  reason: string;
  hits: readonly unknown[];
  cancel: readonly unknown[];
  cancelReason: string;
}): Faults {
  return {
    ...(wanted.from >= wanted.to && { to: 'The end must be after the start.' }),
    ...(reason.trim() === '' && { reason: 'Please give a reason.' }),
    ...(cancel.length < hits.length && {
      hits: 'Time with appointments cannot be blocked. Choose each one to cancel it, or move it first.',
    }),
    ...(cancel.length > 0 &&
      cancelReason.trim() === '' && { cancelReason: 'Please give a reason. The patients will read it.' }),
  };
}
