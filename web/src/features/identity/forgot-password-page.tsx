import { useEffect, useRef, useState } from 'react';
import { href } from '../../pages.ts';
import { required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormDone } from './form-done.tsx';
import { requestPasswordReset } from './sign-in.ts';
import { takeTypedEmail } from './typed-email.ts';

const rules = { email: required('Email Address is required') };

export function Page() {
  const [sentTo, setSentTo] = useState<string>();
  const emailField = useRef<HTMLInputElement>(null);
  // After hydration: the prerendered page is the same for everyone.
  useEffect(() => {
    const typed = takeTypedEmail();
    if (emailField.current?.value === '') emailField.current.value = typed;
  }, []);
  return (
    <AuthFrame
      path={href.forgotPassword()}
      title="Reset your password"
      lead="Enter the email of your account. We will send you a link to choose a new password."
      after={<TextLink href={href.login()}>Back to login</TextLink>}
    >
      {sentTo ? (
        <FormDone title="Check your email">
          If there is an account for {sentTo}, we have sent it a link. It can take a minute to arrive. If you cannot
          find it, check your spam folder.
        </FormDone>
      ) : (
        <AuthForm
          rules={rules}
          submitLabel="Send link"
          onSubmit={async ({ email }) => {
            await requestPasswordReset({ email, resetPage: href.resetPassword() });
            setSentTo(email);
          }}
        >
          {(field) => (
            <TextField ref={emailField} label="Email" type="email" autoComplete="email" {...field('email')} />
          )}
        </AuthForm>
      )}
    </AuthFrame>
  );
}
