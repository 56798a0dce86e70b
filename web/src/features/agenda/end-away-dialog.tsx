import type { AgendaDay } from '@openhours/contract/agenda.ts';
import { closureDays } from '@openhours/contract/closure-days.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

export type Away = NonNullable<AgendaDay['away']>;

/** When and why a doctor is away, and the button that ends it. If it lasts several days, it can end on any of them. */
export function EndAwayDialog({
  away,
  date,
  whose,
  ...dialog
}: RowDialogProps & {
  away: Away;
  /** The day of the column in which it was opened. */
  date: string;
  whose: string;
}) {
  const queryClient = useQueryClient();
  const today = useClinicToday();
  // Past days stay closed. If the whole absence is past, all of it can be opened.
  const earliest = away.from < today && today <= away.to ? today : away.from;
  const [back, setBack] = useState(date > earliest ? date : earliest);
  const isDay = earliest <= back && back <= away.to;
  const [isChecked, setIsChecked] = useState(false);
  const end = useMutation({
    mutationFn: () => client.closures.reopen({ id: away._id, from: back }, { context: { bearer: true } }),
    onSuccess: () => {
      toast.success('The time can be booked again.');
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.agenda, api.closures, api.schedule, api.availability),
  });
  return (
    <QuestionDialog
      {...dialog}
      title={`${whose} is away`}
      description={`${closureDays(away)}: ${away.reason}`}
      action="Open this time again"
      variant="primary"
      cancelLabel="Close"
      busy={end.isPending}
      message={isChecked && !isDay ? 'Choose a day of this absence, today or later.' : failureMessage(end.error)}
      onConfirm={() => {
        setIsChecked(true);
        if (isDay) end.mutate();
      }}
    >
      {earliest < away.to && (
        <TextField
          label="Back on"
          hint="From this day on, patients can book again. Cancelled appointments stay cancelled."
          type="date"
          min={earliest}
          max={away.to}
          value={back}
          onChange={({ currentTarget }) => setBack(currentTarget.value)}
        />
      )}
    </QuestionDialog>
  );
}
