import { useEffect, useState } from 'react';
import { href } from '../../pages.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ChosenTimeNote } from './chosen-time-note.tsx';
import { GoogleSignIn } from './google-sign-in.tsx';
import { hasUsedPasskey } from './known-passkey.ts';
import { knownPasswordRule } from './password-rules.ts';
import { safeNext } from './safe-next.ts';
import { signIn } from './sign-in.ts';
import { keepTypedEmail } from './typed-email.ts';
import { useRedirectIfSignedIn } from './use-redirect-if-signed-in.ts';

const rules = { email: required('Email Address is required'), password: knownPasswordRule };

export function Page() {
  useRedirectIfSignedIn();
  const [isPasskeyKnown, setIsPasskeyKnown] = useState(false);
  // After hydration: the prerendered page is the same for everyone.
  useEffect(() => setIsPasskeyKnown(hasUsedPasskey()), []);
  return (
    <AuthFrame
      path={href.login()}
      title="Login"
      lead="Good to see you again."
      after={
        <>
          New here?{' '}
          <TextLink href={href.signup()} data-keeps-next="">
            Create an Account
          </TextLink>
        </>
      }
    >
      <ChosenTimeNote action="log in" />
      <AuthForm
        rules={rules}
        submitLabel="Login"
        onSubmit={async (values) => {
          const methods = await signIn(values);
          const next = safeNext(location.search);
          location.replace(methods === undefined ? next : href.signInCode({ methods, next }));
        }}
      >
        {(field) => (
          <>
            <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
            <div className="grid gap-1">
              <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
              <p>
                <TextLink
                  href={href.forgotPassword()}
                  onClick={({ currentTarget }) => keepTypedEmail(currentTarget.closest('form'))}
                  className="text-[0.9375rem]"
                >
                  Forget Password?
                </TextLink>
              </p>
            </div>
          </>
        )}
      </AuthForm>
      <GoogleSignIn page={href.login} next={() => safeNext(location.search)} />
      {isPasskeyKnown && (
        <p className="mt-5 text-center">
          <TextLink href={href.signInCode({ methods: 'passkey' })} data-keeps-next="">
            Use a passkey
          </TextLink>
        </p>
      )}
    </AuthFrame>
  );
}
