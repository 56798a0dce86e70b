import { type FieldError, useForm } from 'react-hook-form';
import { signUp } from '../../api/session.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { GoogleSignIn } from './google-sign-in.tsx';
import { newPasswordRules } from './password-rules.ts';

type SignupValues = { name: string; email: string; password: string };

export function Page() {
  const form = useForm<SignupValues>({ shouldFocusError: false });
  const { errors } = form.formState;
  return (
    <AuthFrame
      path="/signup"
      title="Sign Up"
      lead="An account lets you book, pay and look after your appointments."
      after={
        <>
          Already have an account? <TextLink href="/login">Login here</TextLink>
        </>
      }
    >
      <AuthForm
        form={form}
        submitLabel="Sign Up"
        onSubmit={async (values) => {
          await signUp(values);
          location.assign('/');
        }}
      >
        <TextField
          label="Name"
          autoComplete="name"
          error={errors.name?.message}
          {...form.register('name', { required: 'Name is Required' })}
        />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          error={browserMessage(errors.email)}
          {...form.register('email', { required: true })}
        />
        <PasswordField
          label="Password"
          hint="6 characters or more, with an uppercase letter, a number and one of !@#$&*."
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register('password', newPasswordRules)}
        />
      </AuthForm>
      <GoogleSignIn page="/signup" next={() => '/'} />
    </AuthFrame>
  );
}

/** The specification gives this rule no words of its own: the browser's, in the person's language, stand in. */
function browserMessage(error: FieldError | undefined): string | undefined {
  if (!error) return undefined;
  const input = error.ref instanceof HTMLInputElement ? error.ref : undefined;
  return input?.validationMessage || 'Email is required';
}
