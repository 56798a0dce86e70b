import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage, messageBelow, refusalAt } from '../../api/failure.ts';
import { forgetSession } from '../../api/session.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { sayOnNextPage } from '../../api/window-storage.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Consequences } from '../people/consequences.tsx';
import { consequencesForYou } from '../people/deletion-words.ts';

/** The field that shows each refusal, by error code. */
const fieldOfRefusal = { WRONG_PASSWORD: 'proof', NOT_CONFIRMED: 'proof' } as const;

/** Shows the effects of closing the account, and asks for the password or email address. */
export function AccountDeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { email } = useSignedInUser();
  const preview = useQuery(api.profile.deletion.queryOptions({ enabled: open, staleTime: 0 }));
  const confirmBy = preview.data?.confirmBy;
  const refusal = preview.data?.refusal;
  const remove = useMutation({
    mutationFn: ({ proof }: { proof: string }) =>
      client.profile.deleteAccount(confirmBy === 'email' ? { email: proof } : { password: proof }),
    onSuccess: () => {
      forgetSession();
      sayOnNextPage('Your account is deleted, and you are signed out.');
      location.assign(href.home());
    },
    onError: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
  });
  const form = useForm({
    rules: {
      proof: required(confirmBy === 'email' ? 'Please type your email address to confirm.' : 'Password is required'),
    },
    onSubmit: (values) => {
      if (confirmBy) remove.mutate(values);
    },
  });
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onPhones="panel"
      title="Delete your account?"
      description="This action cannot be undone."
      footer={
        <>
          <Button data-first-focus="" variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
          {refusal === undefined && (
            <Button
              type="submit"
              form={form.id}
              variant="danger"
              disabled={confirmBy === undefined}
              busy={remove.isPending || remove.isSuccess}
            >
              Delete account
            </Button>
          )}
        </>
      }
    >
      {refusal === undefined ? (
        <Form of={form} className="grid gap-5">
          <Consequences
            sentences={preview.data && consequencesForYou(preview.data)}
            failure={preview.data ? undefined : failureMessage(preview.error)}
            query={preview}
          />
          {confirmBy === 'password' && (
            <PasswordField label="Your password, to confirm" autoComplete="current-password" {...form.field('proof')} />
          )}
          {confirmBy === 'email' && (
            <TextField
              label="Your email address, to confirm"
              hint={email}
              type="email"
              autoComplete="off"
              {...form.field('proof')}
            />
          )}
          <FormError message={messageBelow(remove.error, fieldOfRefusal)} />
        </Form>
      ) : (
        <FormError message={refusal} />
      )}
    </LazyDialog>
  );
}
