import { minuteOfDay } from '@openhours/contract/clock-time.ts';
import { closureDays } from '@openhours/contract/closure-days.ts';
import type { Closure } from '@openhours/contract/closures.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { clinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { hasEnded } from './closing-days.ts';

/** Opens closing days again: all of them, or from a time on. Those that are over can only be removed. */
export function ReopenDialog({
  doctor,
  closure,
  day,
  ...dialog
}: RowDialogProps & {
  /** The name of the doctor who is away; undefined for the whole clinic. */
  doctor: string | undefined;
  closure: Closure;
  /** The day that is filled in at first, if it can be opened. */
  day?: string;
}) {
  const today = useClinicToday();
  const [isOver] = useState(() => hasEnded(closure, { today, minute: clinicMinute() }));
  const verb = isOver ? 'was' : 'is';
  // Past days stay closed.
  const earliest = isOver || closure.from > today ? closure.from : today;
  const [from, setFrom] = useState(!isOver && day !== undefined && day > earliest ? day : earliest);
  const [time, setTime] = useState('');
  const firstDay = useRef<HTMLInputElement>(null);
  const isDay = earliest <= from && from <= closure.to;
  const [isChecked, setIsChecked] = useState(false);
  const reopen = useMutation({
    mutationFn: () =>
      client.closures.reopen({ id: closure._id, from, ...(time !== '' && { fromMinute: minuteOfDay(time) }) }),
    onSuccess: () => {
      toast.success(isOver ? 'The closed time was removed.' : 'The time can be booked again.');
      dialog.onClose();
    },
    meta: { refetches: [api.agenda, api.closures, api.schedule, api.availability, api.audit] },
  });
  return (
    <QuestionDialog
      {...dialog}
      title={doctor === undefined ? `The clinic ${verb} closed` : `${doctor} ${verb} away`}
      description={`${unbrokenTimes(closureDays(closure))}: ${closure.reason}`}
      action={isOver ? 'Remove' : 'Open this time again'}
      variant={isOver ? 'danger' : 'primary'}
      cancelLabel="Leave it"
      busy={reopen.isPending}
      message={failureMessage(reopen.error)}
      onConfirm={() => {
        setIsChecked(true);
        if (isDay) reopen.mutate();
        else firstDay.current?.focus();
      }}
    >
      <div className="grid gap-4">
        {isOver ? (
          <p>This time is over. Remove it if it was entered by mistake.</p>
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              ref={firstDay}
              label="Open from"
              hint="Earlier days stay closed."
              type="date"
              min={earliest}
              max={closure.to}
              value={from}
              error={isChecked && !isDay ? 'Choose one of the closed days, today or later.' : undefined}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <TextField
              label="Time"
              hint="Leave it empty for all day."
              type="time"
              value={time}
              onChange={({ currentTarget }) => setTime(currentTarget.value)}
            />
          </div>
        )}
        <p className="text-muted">Cancelled appointments stay cancelled.</p>
      </div>
    </QuestionDialog>
  );
}
