import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { failureMessage, formFailureMessage, messageBelow, refusalAt } from '../../api/failure.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { changePassword } from '../../api/session.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { required } from '../../ui/required.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { NewPasswordField } from '../identity/new-password-field.tsx';
import { newPasswordRule } from '../identity/password-rules.ts';
import { requestPasswordReset } from '../identity/sign-in.ts';
import { ProfileCard } from './profile-card.tsx';

const rules = { currentPassword: required('Password is required'), newPassword: newPasswordRule };
type Field = keyof typeof rules;
type Values = Record<Field, string>;

/** The field that shows each refusal, by error code. */
const fieldOfRefusal: Readonly<Record<string, Field>> = {
  INVALID_PASSWORD: 'currentPassword',
  PASSWORD_REFUSED: 'newPassword',
};

/** Changes the password, or emails a link that sets one to a person who has none. */
export function PasswordCard() {
  const own = useQuery(api.secondFactor.own.queryOptions());
  return own.data?.hasPassword === false ? <NoPassword /> : <ChangePassword />;
}

function NoPassword() {
  const { email } = useSignedInUser();
  const send = useMutation({
    mutationFn: () => requestPasswordReset({ email, resetPage: href.resetPassword() }),
  });
  return (
    <ProfileCard title="Password" lead="You log in without a password. We can email you a link to set one.">
      <p role="status" className="wrap-anywhere text-muted empty:sr-only">
        {send.isSuccess && `We have sent a link to ${email}. It can take a minute to arrive.`}
      </p>
      <FormError message={failureMessage(send.error)} />
      <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()} className="justify-self-start">
        {send.isSuccess ? 'Send another link' : 'Send link'}
      </Button>
    </ProfileCard>
  );
}

/** Changes the password, which signs out everywhere else. */
function ChangePassword() {
  const change = useMutation({
    mutationFn: (values: Values) => changePassword(values),
    onSuccess: () => {
      toast.success('Your password has been changed.');
      form.reset();
    },
    onError: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
    meta: { refetches: [queryKeys.signedInPlaces] },
  });
  const form = useForm({
    rules,
    onSubmit: (values): void => change.mutate(values),
  });
  return (
    <ProfileCard title="Password" lead="Changing it signs you out everywhere else.">
      <Form of={form} className="grid gap-5">
        <PasswordField label="Current password" autoComplete="current-password" {...form.field('currentPassword')} />
        <NewPasswordField label="New password" {...form.field('newPassword')} />
        <FormError message={messageBelow(change.error, fieldOfRefusal, formFailureMessage)} />
        <Button type="submit" busy={change.isPending} className="justify-self-start">
          Change password
        </Button>
      </Form>
    </ProfileCard>
  );
}
