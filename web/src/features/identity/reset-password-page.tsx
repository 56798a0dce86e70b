import { useState } from 'react';
import { ApiError, postJson } from '../../api/http.ts';
import { linkSecret } from '../../link-secret.ts';
import { href } from '../../pages.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormDone } from './form-done.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { newPasswordRule } from './password-rules.ts';

export function Page() {
  const [done, setDone] = useState(false);
  return (
    <AuthFrame
      path={href.resetPassword()}
      title="Choose a new password"
      lead="It replaces your old password at once."
      after={<TextLink href={href.forgotPassword()}>Request a new link</TextLink>}
    >
      {done ? (
        <FormDone title="Your password has been changed">
          <TextLink href={href.login()}>Log in with your new password</TextLink>
        </FormDone>
      ) : (
        <AuthForm
          rules={{ password: newPasswordRule }}
          submitLabel="Save new password"
          onSubmit={async ({ password }) => {
            await postJson('/api/auth/reset-password', { token: tokenOfLink(), newPassword: password });
            setDone(true);
          }}
        >
          {(field) => <NewPasswordField label="New password" {...field('password')} />}
        </AuthForm>
      )}
    </AuthFrame>
  );
}

function tokenOfLink(): string {
  const token = linkSecret('token', location);
  if (token !== '') return token;
  throw new ApiError({ message: 'This link is incomplete or has expired. Please request a new one.', status: 400 });
}
