import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/http.ts';
import { resetPassword } from '../../api/session.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormDone } from './form-done.tsx';
import { newPasswordRules } from './password-rules.ts';

export function Page() {
  const form = useForm<{ password: string }>({ shouldFocusError: false });
  const [done, setDone] = useState(false);
  return (
    <AuthFrame
      path="/reset-password"
      title="Choose a new password"
      lead="It replaces your old one at once."
      after={<TextLink href="/forgot-password">Ask for a new link</TextLink>}
    >
      {done ? (
        <FormDone title="Your password is changed">
          <TextLink href="/login">Login with your new password</TextLink>
        </FormDone>
      ) : (
        <AuthForm
          form={form}
          submitLabel="Save the new password"
          onSubmit={async ({ password }) => {
            await resetPassword({ token: tokenOfLink(), newPassword: password });
            setDone(true);
          }}
        >
          <PasswordField
            label="New password"
            hint="6 characters or more, with an uppercase letter, a number and one of !@#$&*."
            autoComplete="new-password"
            error={form.formState.errors.password?.message}
            {...form.register('password', newPasswordRules)}
          />
        </AuthForm>
      )}
    </AuthFrame>
  );
}

function tokenOfLink(): string {
  const token = new URLSearchParams(location.search).get('token');
  if (token) return token;
  throw new ApiError({ message: 'This link is incomplete or has expired. Please ask for a new one.', status: 400 });
}
