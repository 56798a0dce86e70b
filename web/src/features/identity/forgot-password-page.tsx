import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { requestPasswordReset } from '../../api/session.ts';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormDone } from './form-done.tsx';

export function Page() {
  const form = useForm<{ email: string }>({ shouldFocusError: false });
  const [sentTo, setSentTo] = useState<string>();
  return (
    <AuthFrame
      path="/forgot-password"
      title="Reset your password"
      lead="Tell us the email of your account, and we send you a link to choose a new password."
      after={<TextLink href="/login">Back to login</TextLink>}
    >
      {sentTo ? (
        <FormDone title="Look into your mail">
          If there is an account for {sentTo}, a message with a link is on its way. It can take a minute; look into your
          spam folder too.
        </FormDone>
      ) : (
        <AuthForm
          form={form}
          submitLabel="Send the link"
          onSubmit={async ({ email }) => {
            await requestPasswordReset(email);
            setSentTo(email);
          }}
        >
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            error={form.formState.errors.email?.message}
            {...form.register('email', { required: 'Email Address is required' })}
          />
        </AuthForm>
      )}
    </AuthFrame>
  );
}
