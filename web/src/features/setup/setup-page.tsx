import { passwordFault, signUpPasswordMessages } from '@openhours/contract/password-rule.ts';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { failureMessage, isNotFound } from '../../api/failure.ts';
import { browserTimeZone } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { notBlank, required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { CurrencyField, TimeZoneField } from '../clinic/place-fields.tsx';

const rules = {
  name: notBlank('Name is Required'),
  email: required('Email is Required'),
  password: (password: string) => {
    const fault = passwordFault(password);
    return fault && signUpPasswordMessages[fault];
  },
  clinicName: notBlank('Name is Required'),
  timeZone: required('Choose a time zone.'),
  currency: required('Choose a currency.'),
};

/** Creates the first admin and names the clinic. A server without an admin prints the address of this page. */
export function Component() {
  const finish = useMutation({
    mutationFn: (values: Record<keyof typeof rules, string>) => {
      const { name, email, password, clinicName, timeZone, currency } = values;
      return client.setup.finish({
        code: new URLSearchParams(location.search).get('code') ?? '',
        admin: { name, email, password },
        clinic: { name: clinicName, timeZone, currency },
      });
    },
    // Load a new document, because this one has the clinic's old name and no session.
    onSuccess: () => location.assign(href.dashboard()),
  });
  const { form, errors, attempt } = useForm({ rules, onSubmit: (values) => finish.mutate(values) });
  const isBusy = finish.isPending || finish.isSuccess;
  return (
    <>
      <PageHeading title="Set up the clinic">
        The first account is the admin's. Everything can be changed later.
      </PageHeading>
      <Card className="max-w-2xl">
        <form {...form} className="grid gap-5">
          <FaultSummary attempt={attempt} wrong={Object.keys(errors)} />
          <h2 className="text-heading">Your account</h2>
          <TextField label="Name" name="name" autoComplete="name" maxLength={100} error={errors.name} />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            error={errors.email}
          />
          <PasswordField
            label="Password"
            name="password"
            hint="6 characters or more, with an uppercase letter, a number and one of !@#$&*."
            autoComplete="new-password"
            error={errors.password}
          />
          <h2 className="mt-4 text-heading">The clinic</h2>
          <TextField
            label="Clinic name"
            name="clinicName"
            autoComplete="organization"
            maxLength={60}
            error={errors.clinicName}
          />
          <TimeZoneField name="timeZone" defaultValue={browserTimeZone()} error={errors.timeZone} />
          <CurrencyField name="currency" defaultValue="USD" error={errors.currency} />
          <FormError message={finish.error ? troubleText(finish.error) : undefined} />
          <Button type="submit" busy={isBusy} className="justify-self-start max-sm:w-full">
            Set up the clinic
          </Button>
        </form>
      </Card>
    </>
  );
}

function troubleText(error: unknown): string {
  if (!isNotFound(error)) return failureMessage(error);
  return 'This address is not valid any more. The server prints a new one when it starts, as long as it has no admin.';
}
