import type { InvitedRole } from '@openhours/contract/invitations.ts';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useDraft } from '../../api/drafts.ts';
import { messageBelow, refusalAt } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { refetch } from '../../api/refetch-after.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { NewPasswordField } from '../identity/new-password-field.tsx';
import { newPasswordRule } from '../identity/password-rules.ts';
import { signIn } from '../identity/sign-in.ts';

const rules = {
  name: required('Name is Required'),
  password: newPasswordRule,
};

const fieldOfRefusal: Readonly<Record<string, keyof typeof rules>> = {
  PROFILE_REFUSED: 'name',
  PASSWORD_REFUSED: 'password',
};

/** Accepts an invitation by creating an account, and signs in to it. */
export function NewAccountForm({
  code,
  invitation,
  onAccepted,
}: {
  code: string;
  invitation: { email: string; name: string; role: InvitedRole };
  onAccepted: () => void;
}) {
  const queryClient = useQueryClient();
  const { email, name, role } = invitation;
  const draft = useDraft(`account of ${email}`);
  const accept = useIdempotentMutation({
    mutationFn: async (values: { name: string; password: string }, once) => {
      await client.invitations.accept({ code, ...values }, once);
      draft.write(undefined);
      // The account exists now. If this fails, the next page asks for the password.
      const isSignedIn = await signIn({ email, password: values.password }).then(
        () => true,
        () => false,
      );
      // With another person's session, this page would be loaded again, and its link has been used.
      if (isSignedIn && queryClient.getQueryData(sessionQuery.queryKey)) location.assign(href.dashboard());
      else await refetch(queryClient, sessionQuery.queryKey);
    },
    onSuccess: onAccepted,
    onError: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
  });
  const form = useForm({
    rules,
    draft: { of: draft, fields: ['name'] },
    onSubmit: (values): void => accept.mutate({ ...values, name: values.name.trim() }),
  });
  return (
    <Form of={form} className="grid gap-5">
      <TextField label="Email" type="email" name="email" autoComplete="username" value={email} readOnly />
      <TextField
        label="Name"
        {...form.field('name')}
        hint={role === 'doctor' ? 'Patients see it, with “Dr.” in front of it.' : undefined}
        autoComplete="name"
        maxLength={100}
        defaultValue={name}
      />
      <NewPasswordField {...form.field('password')} />
      <FormError message={messageBelow(accept.error, fieldOfRefusal)} />
      <Button type="submit" busy={accept.isPending}>
        Accept and sign in
      </Button>
    </Form>
  );
}
