import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { fetchSession, signIn } from '../../api/session.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { GoogleSignIn } from './google-sign-in.tsx';
import { knownPasswordRules } from './password-rules.ts';
import { safeNext } from './safe-next.ts';

type LoginValues = { email: string; password: string };

export function Page() {
  const form = useForm<LoginValues>({ shouldFocusError: false });
  const { errors } = form.formState;

  useEffect(() => {
    if (document.documentElement.dataset.auth !== 'in') return;
    fetchSession().then(
      (user) => user && location.replace(safeNext(location.search)),
      () => undefined,
    );
  }, []);

  return (
    <AuthFrame
      path="/login"
      title="Login"
      lead="Good to see you again."
      after={
        <>
          New here? <TextLink href="/signup">Create an Account</TextLink>
        </>
      }
    >
      <AuthForm
        form={form}
        submitLabel="Login"
        onSubmit={async (values) => {
          await signIn(values);
          location.assign(safeNext(location.search));
        }}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email', { required: 'Email Address is required' })}
        />
        <div className="grid gap-1">
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password', knownPasswordRules)}
          />
          <p>
            <TextLink href="/forgot-password" className="text-[0.9375rem]">
              Forget Password?
            </TextLink>
          </p>
        </div>
      </AuthForm>
      <GoogleSignIn page="/login" next={() => safeNext(location.search)} />
    </AuthFrame>
  );
}
