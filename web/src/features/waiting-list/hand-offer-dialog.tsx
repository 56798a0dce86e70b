import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { ListedEntry } from '@openhours/contract/waiting-list.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { DayField } from '../../ui/day-field.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { required } from '../../ui/required.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';
import { EmailsOff } from '../booking/emails-off.tsx';

const rules = { time: required('Please choose a time.') };

/** Offers a free time to a person on the waiting list, out of turn. */
export function HandOfferDialog({ entry, ...dialog }: RowDialogProps & { entry: ListedEntry }) {
  const today = useClinicToday();
  const [day, setDay] = useState(entry.from > today ? entry.from : today);
  const appointmentDate = mediumDateFromIso(day);
  const options = useQuery(api.appointments.options.queryOptions({ input: { date: appointmentDate } }));
  const times = (options.data ?? [])
    .filter(({ name }) => name === entry.treatment)
    .flatMap(({ _id, doctorName, slots }) => slots.map((slot) => ({ optionId: _id, doctorName, slot })));
  const offer = useMutation({
    mutationFn: (chosen: { optionId: string; slot: string }) =>
      client.waitingList.offer({ id: entry._id, appointmentDate, ...chosen }),
    onSuccess: () => {
      toast.success(
        entry.emails === 'on'
          ? `This time was offered to ${entry.patient}, who gets an email.`
          : `This time was offered to ${entry.patient}, who gets no email. ${entry.phone ? `Please call: ${entry.phone}.` : 'There is no phone number.'}`,
      );
      dialog.onClose();
    },
    meta: { refetches: [api.waitingList, api.appointments.options] },
  });
  const form = useForm({
    rules,
    onSubmit: ({ time }) => {
      const chosen = times[Number(time)];
      if (chosen) offer.mutate({ optionId: chosen.optionId, slot: chosen.slot });
    },
  });
  return (
    <FormDialog
      {...dialog}
      title="Offer a time"
      description={`${entry.patient} is waiting for ${entry.treatment}. The time is held for them until they answer or the offer expires.`}
      form={form}
      action="Send offer"
      busy={offer.isPending}
      message={failureMessage(offer.error)}
    >
      <EmailsOff {...entry} />
      <DayField label="Day" required min={today} day={day} onChange={setDay} />
      <SelectField
        key={day}
        label="Free time"
        {...form.field('time')}
        defaultValue=""
        hint={options.data && times.length === 0 ? 'There are no free times on this day.' : undefined}
      >
        <option value="">{options.isPending ? 'Loading…' : 'Please choose'}</option>
        {times.map(({ optionId, doctorName, slot }, number) => (
          <option key={`${optionId} ${slot}`} value={number}>
            {doctorName ? `${slot}, ${titledName(doctorName)}` : slot}
          </option>
        ))}
      </SelectField>
      {options.isError && !options.data && <ErrorState query={options} message="We could not load the free times." />}
    </FormDialog>
  );
}
