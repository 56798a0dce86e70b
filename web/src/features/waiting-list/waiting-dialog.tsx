import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { PartOfDay } from '@openhours/contract/parts-of-day.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { anything } from '../../ui/required.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextButton, TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';
import { ConfirmEmailFirst } from '../booking/confirm-email-first.tsx';
import { TreatedField } from '../dependants/treated-field.tsx';
import { FreeAlready, type Wanted } from './free-already.tsx';
import { TimesField } from './times-field.tsx';
import type { WaitingRequest } from './waiting-request.ts';
import { wishRules } from './wish-rules.ts';

type JoinBody = Parameters<typeof client.waitingList.join>[0];

const rules = { ...wishRules, treated: anything };

/** How an offer reaches the patient: by email or not. */
const waysOfOffer = {
  on: { offered: 'by email and on your dashboard', joined: 'We will email you when something is free.' },
  unconfirmed: {
    offered: 'on your dashboard, and by email once you confirm your email address',
    joined: 'Confirm your email address to get an email when something is free.',
  },
  off: {
    offered: 'on your dashboard, without an email, as you chose in your profile',
    joined: 'Offers appear on your dashboard. You have switched off emails about them.',
  },
};

/** Puts the patient on the waiting list. Give each opening a new `key`. */
export function WaitingDialog({
  request,
  onMove,
  ...dialog
}: RowDialogProps & {
  request: WaitingRequest;
  /** Opens the free times of a day instead, to move `earlierThan` there. */
  onMove?: (day: string) => void;
}) {
  const user = useSignedInUser();
  const today = useClinicToday();
  const choices = useQuery(api.messageChoices.mine.queryOptions());
  const isSwitchedOff = choices.data?.topics.some(({ topic, email }) => topic === 'waiting-list' && !email);
  const ways = isSwitchedOff ? waysOfOffer.off : user.emailVerified ? waysOfOffer.on : waysOfOffer.unconfirmed;
  const [times, setTimes] = useState<readonly PartOfDay[]>([]);
  const { treatments, option, earlierThan } = request;
  const [wanted, setWanted] = useState<Wanted>({
    treatment: treatments.length === 1 ? (treatments[0] ?? '') : '',
    optionId: option?.doctorName ? option._id : '',
    from: request.from,
    to: request.to,
  });
  const want = (change: Partial<Wanted>): void => setWanted({ ...wanted, ...change });
  const join = useIdempotentMutation({
    mutationFn: (body: JoinBody, once) => client.waitingList.join(body, once),
    onSuccess: () => {
      toast.success(`You are on the waiting list. ${ways.joined}`);
      // The answer may arrive when it was closed and another dialog is open.
      if (dialog.open) dialog.onClose();
    },
    meta: { refetches: [api.waitingList] },
  });
  const form = useForm({
    rules,
    onSubmit: ({ treatment, doctor, treated, from, to }) => {
      join.mutate({
        treatment,
        from,
        to,
        times: [...times],
        ...(doctor !== '' && { optionId: doctor }),
        ...(treated !== '' && { treatedId: treated }),
        ...(earlierThan && { earlierThan: earlierThan._id }),
      });
    },
  });
  const days = { type: 'date', min: today, max: request.last, autoComplete: 'off' } as const;
  return (
    <FormDialog
      {...dialog}
      title={earlierThan ? 'Tell me about earlier times' : 'Tell me when something frees up'}
      description={
        earlierThan
          ? 'You keep your appointment. If an earlier time becomes free, we offer it to you, and you can move your appointment with one click.'
          : `If a time becomes free, we offer it to you ${ways.offered}. The offer says how long we keep it for you.`
      }
      form={form}
      action="Join the waiting list"
      busy={join.isPending}
      message={failureMessage(join.error)}
    >
      <ConfirmEmailFirst />
      {treatments.length > 1 ? (
        <SelectField
          label="Treatment"
          {...form.field('treatment')}
          defaultValue=""
          onChange={({ target }) => want({ treatment: target.value })}
        >
          <option value="">Please choose</option>
          {treatments.map((treatment) => (
            <option key={treatment}>{treatment}</option>
          ))}
        </SelectField>
      ) : (
        <TextField label="Treatment" name="treatment" defaultValue={treatments[0] ?? ''} readOnly />
      )}
      {option?.doctorName && (
        <SelectField
          label="With"
          name="doctor"
          defaultValue={option._id}
          onChange={({ target }) => want({ optionId: target.value })}
        >
          <option value={option._id}>{titledName(option.doctorName)}</option>
          <option value="">Any doctor</option>
        </SelectField>
      )}
      {!earlierThan && <TreatedField label="For whom" name="treated" defaultValue="" />}
      {earlierThan?.isForSomebodyElse && <TextField label="For whom" defaultValue={earlierThan.patient} readOnly />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="From"
          {...form.field('from')}
          defaultValue={request.from}
          {...days}
          onChange={({ target }) => want({ from: target.value })}
        />
        <TextField
          label="To"
          {...form.field('to')}
          defaultValue={request.to}
          {...days}
          onChange={({ target }) => want({ to: target.value })}
        />
      </div>
      {times.length === 0 && (
        <FreeAlready wanted={wanted} before={earlierThan?.startsAt}>
          {(free) => {
            const when = unbrokenTimes(`${mediumDateFromIso(free.date)}, ${free.slot}`);
            return onMove ? (
              <TextButton className="text-start" onClick={() => onMove(free.date)}>{`Move to ${when}`}</TextButton>
            ) : (
              <TextLink
                href={href.bookAppointment({ day: free.date, option: free.optionId, slot: free.slot })}
                onClick={dialog.onClose}
              >
                {`Book ${when}`}
              </TextLink>
            );
          }}
        </FreeAlready>
      )}
      <TimesField times={times} onChange={setTimes} />
    </FormDialog>
  );
}
