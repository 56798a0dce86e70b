import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { formFailureMessage, messageBelow, refusalAt } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { requiredEmail } from '../../ui/email-rules.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ProfileCard } from './profile-card.tsx';

const rules = { email: requiredEmail, password: required('Password is required') };

/** The field that shows each refusal, by error code. */
const fieldOfRefusal = { SAME_ADDRESS: 'email', WRONG_PASSWORD: 'password' } as const;

/** Changes the address with which somebody signs in, and to which the clinic writes. */
export function EmailCard() {
  const own = useQuery(api.secondFactor.own.queryOptions());
  return (
    <ProfileCard
      title="Email address"
      lead="We email a link to your new address. Your address changes once you open the link."
    >
      {own.data?.hasPassword === false ? <p>Set a password first, below.</p> : <NewAddress />}
    </ProfileCard>
  );
}

function NewAddress() {
  const change = useMutation({
    mutationFn: (values: { email: string; password: string }) => client.emailConfirmation.change(values),
    onSuccess: () => form.reset(),
    onError: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
  });
  const form = useForm({
    rules,
    onSubmit: (values): void => change.mutate({ ...values, email: values.email.trim() }),
  });
  return (
    <Form of={form} className="grid gap-5">
      <TextField label="New email address" {...form.field('email')} type="email" autoComplete="off" maxLength={254} />
      <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      <FormError message={messageBelow(change.error, fieldOfRefusal, formFailureMessage)} />
      <p role="status" className="wrap-anywhere empty:sr-only">
        {change.isSuccess &&
          `Open the link that we sent to ${change.variables.email}. If it does not arrive, check the address. We send no link if the address already has an account.`}
      </p>
      <Button type="submit" busy={change.isPending} className="justify-self-start">
        Send link
      </Button>
    </Form>
  );
}
