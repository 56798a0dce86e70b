import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { changePassword } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { newPasswordRules } from '../identity/password-rules.ts';
import { placesKey } from './places-card.tsx';
import { ProfileCard } from './profile-card.tsx';

type Values = { currentPassword: string; newPassword: string };

/** Sets another password, which signs out everywhere else. */
export function PasswordCard() {
  const queryClient = useQueryClient();
  const form = useForm<Values>({ defaultValues: { currentPassword: '', newPassword: '' }, shouldFocusError: false });
  const { errors, submitCount } = form.formState;
  const change = useMutation({
    mutationFn: (values: Values) => changePassword(values),
    networkMode: 'always',
    onSuccess: () => {
      toast.success('Your password is changed.');
      form.reset();
      void queryClient.invalidateQueries({ queryKey: placesKey });
    },
  });
  const submit = form.handleSubmit((values) => {
    if (!change.isPending) change.mutate(values);
  });
  return (
    <ProfileCard title="Password" lead="To change it signs you out everywhere else.">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <FaultSummary attempt={submitCount} wrong={Object.keys(errors)} />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: 'Password is required' })}
        />
        <PasswordField
          label="New password"
          hint="6 characters or more, with an uppercase letter, a number and one of !@#$&*."
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...form.register('newPassword', newPasswordRules)}
        />
        <FormError message={change.error?.message} />
        <Button type="submit" busy={change.isPending} className="justify-self-start">
          Change password
        </Button>
      </form>
    </ProfileCard>
  );
}
