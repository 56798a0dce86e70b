import type { ClinicRules } from '@openhours/contract/clinic.ts';
import { ruleLimits } from '@openhours/contract/clinic-limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { anything } from '../../ui/required.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type Rule, useForm } from '../../ui/use-form.ts';
import { wholeNumber } from '../../ui/whole-number.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { useReload } from '../hours/use-reload.ts';
import { rulesQuery } from './clinic-queries.ts';
import { minutesOfNotice, noticeOf } from './notice.ts';
import { SaveFailure } from './save-failure.tsx';
import { useClinicSave } from './use-clinic-save.ts';

/** The clinic's rules for bookings. */
export function RulesForm() {
  const rules = useQuery(rulesQuery);
  const { generation, reload } = useReload(rules);
  if (rules.data) {
    return <LoadedRules key={generation} rules={rules.data} onReload={reload} />;
  }
  return (
    <WithoutData query={rules} message="We could not load the rules.">
      <div aria-hidden="true" className="grid gap-5">
        {Array.from({ length: 5 }, (_, row) => (
          <Skeleton key={row} className="h-24" />
        ))}
      </div>
    </WithoutData>
  );
}

const numberRules = {
  horizonDays: wholeNumber(...ruleLimits.horizonDays),
  maxUnpaidBookings: wholeNumber(...ruleLimits.maxUnpaidBookings),
  payWithinMinutes: wholeNumber(...ruleLimits.payWithinMinutes),
  freeCancellationHours: wholeNumber(...ruleLimits.freeCancellationHours),
  offerMinutes: wholeNumber(...ruleLimits.offerMinutes),
};
const notice: Rule = (text, control) => {
  const unit = control?.form?.elements.namedItem('unit');
  const [least, [most, tooHigh]] = ruleLimits.leastNoticeMinutes;
  const inUnit = most / minutesOfNotice(1, unit instanceof HTMLSelectElement ? unit.value : 'minutes');
  return wholeNumber(least, [inUnit, tooHigh])(text, control);
};
const formRules = { notice, unit: anything, accounts: anything, payment: anything, ...numberRules };

function LoadedRules({ rules, onReload }: { rules: ClinicRules; onReload: () => Promise<void> }) {
  const services = useQuery(api.services.get.queryOptions());
  const takesPayments = !services.data || services.data.cards !== null || services.data.hosted !== null;
  const [initial] = useState(rules);
  const leastNotice = noticeOf(initial.leastNoticeMinutes);
  const { save, edit, isDirty } = useClinicSave({
    query: rulesQuery,
    send: (body: ClinicRules) => client.clinic.saveRules(body),
    refetches: [api.schedule, api.availability, api.audit],
    onSaved: () => toast.success('The rules are saved.'),
  });
  const send = (values: Record<keyof typeof formRules, string>, version: number): void => {
    save.mutate({
      version,
      leastNoticeMinutes: minutesOfNotice(Number(values.notice), values.unit),
      horizonDays: Number(values.horizonDays),
      maxUnpaidBookings: Number(values.maxUnpaidBookings),
      confirmedEmailOnly: values.accounts === 'confirmed',
      payment: values.payment === 'at-booking' ? 'at-booking' : 'at-clinic',
      payWithinMinutes: Number(values.payWithinMinutes),
      freeCancellationHours: Number(values.freeCancellationHours),
      offerMinutes: Number(values.offerMinutes),
    });
  };
  const form = useForm({ rules: formRules, onSubmit: (values) => send(values, rules.version) });
  const numberField = (name: keyof typeof numberRules) => ({
    ...form.field(name),
    inputMode: 'numeric' as const,
    defaultValue: initial[name],
  });
  return (
    <Form of={form} onInput={edit} className="grid gap-5">
      <LeaveGuard when={isDirty} />
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField
          label="Minimum notice"
          hint="Patients can book an appointment until this long before it starts."
          {...form.field('notice')}
          inputMode="numeric"
          defaultValue={leastNotice.count}
        />
        <SelectField
          label="Unit of the notice"
          {...form.field('unit')}
          defaultValue={leastNotice.unit}
          className="self-end"
        >
          <option value="minutes">minutes</option>
          <option value="hours">hours</option>
        </SelectField>
      </div>
      <TextField label="Days that patients can book ahead" hint="Including today." {...numberField('horizonDays')} />
      <TextField
        label="Maximum number of unpaid appointments"
        hint="How many unpaid upcoming appointments patients can book themselves. The same limit applies to those that cost nothing. The front desk books without a limit."
        {...numberField('maxUnpaidBookings')}
      />
      <SelectField
        label="Who can book"
        hint="Without confirmed addresses, one person can take many times with many accounts. The front desk can book for everybody."
        name="accounts"
        defaultValue={initial.confirmedEmailOnly ? 'confirmed' : 'all'}
      >
        <option value="all">Everybody with an account</option>
        <option value="confirmed">People who have confirmed their email address</option>
      </SelectField>
      <SelectField
        label="Payment"
        hint={
          takesPayments
            ? 'If patients must pay when they book, an appointment that is not paid in time is cancelled.'
            : 'The server has no payment provider, so patients can only pay at the clinic.'
        }
        error={
          takesPayments || rules.payment === 'at-clinic'
            ? undefined
            : "Patients must pay online, but they cannot. Choose 'Online or at the clinic', or set a payment provider on the server."
        }
        name="payment"
        defaultValue={initial.payment}
      >
        <option value="at-clinic">Online or at the clinic</option>
        <option value="at-booking">Online when patients book</option>
      </SelectField>
      <TextField
        label="Time to pay"
        hint="How many minutes patients have if they must pay online. They get an email before the time is up. It ends 15 minutes before the appointment at the latest; whoever books less than 25 minutes ahead may pay at the clinic."
        {...numberField('payWithinMinutes')}
      />
      <TextField
        label="Free cancellation until"
        hint="Hours before the appointment starts. 0 means until it starts."
        {...numberField('freeCancellationHours')}
      />
      <TextField
        label="Time to answer an offer"
        hint="Minutes for which a time offered from the waiting list is held. Offers made between 8 pm and 8 am last until 8 am."
        {...numberField('offerMinutes')}
      />
      <SaveFailure
        save={save}
        onReplace={(version) => form.submit((values) => send(values, version))}
        onReload={onReload}
      />
      <Button type="submit" busy={save.isPending} className="justify-self-start max-sm:w-full">
        Save rules
      </Button>
    </Form>
  );
}
