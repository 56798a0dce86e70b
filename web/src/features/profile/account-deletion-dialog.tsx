import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { forgetAccessToken } from '../../api/access-token.ts';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure-message.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Consequences } from '../people/consequences.tsx';
import { consequencesForYou } from '../people/deletion-words.ts';

/** Says what closing the own account does, and wants it confirmed by what only this person knows. */
export function AccountDeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { email } = useSignedInUser();
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const [proof, setProof] = useState('');
  const [asked, setAsked] = useState(false);
  const preview = useQuery(api.profile.deletion.queryOptions({ enabled: open, staleTime: 0 }));
  const confirmBy = preview.data?.confirmBy;
  const refusal = preview.data?.refusal;
  const remove = useMutation({
    mutationFn: () => client.profile.deleteAccount(confirmBy === 'email' ? { email: proof } : { password: proof }),
    networkMode: 'always',
    onSuccess: () => {
      forgetAccessToken();
      location.assign('/');
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (proof !== '' && !remove.isPending && !remove.isSuccess) remove.mutate();
  };
  const missing = asked && proof === '';
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onPhones="panel"
      title="Delete your account?"
      description="This action cannot be undone."
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
          {refusal === undefined && (
            <Button
              type="submit"
              form={formId}
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
        <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
          <Consequences
            sentences={preview.data && consequencesForYou(preview.data)}
            failure={preview.isError && !preview.data ? failureMessage(preview.error) : undefined}
            onRetry={() => void preview.refetch()}
            busy={preview.isFetching}
          />
          {confirmBy === 'password' && (
            <PasswordField
              label="Your password, to confirm"
              autoComplete="current-password"
              value={proof}
              onChange={({ target }) => setProof(target.value)}
              error={missing ? 'Password is required' : undefined}
            />
          )}
          {confirmBy === 'email' && (
            <TextField
              label="Your e-mail address, to confirm"
              hint={email}
              type="email"
              autoComplete="off"
              value={proof}
              onChange={({ target }) => setProof(target.value)}
              error={missing ? 'Please type your e-mail address to confirm.' : undefined}
            />
          )}
          <FormError message={remove.error ? failureMessage(remove.error) : undefined} />
        </form>
      ) : (
        <FormError message={refusal} />
      )}
    </LazyDialog>
  );
}
