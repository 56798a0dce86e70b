import { href } from '../../pages.ts';
import { required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Rule } from '../../ui/use-form.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ChosenTimeNote } from './chosen-time-note.tsx';
import { GoogleSignIn } from './google-sign-in.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { greetOnNextPage } from './next-page-notice.ts';
import { newPasswordRule } from './password-rules.ts';
import { safeNext } from './safe-next.ts';
import { signUp } from './sign-in.ts';
import { useRedirectIfSignedIn } from './use-redirect-if-signed-in.ts';

const rules: Readonly<Record<'name' | 'email' | 'password', Rule>> = {
  name: required('Name is Required'),
  // The specification has no message for this rule, so the browser's is shown, in the person's language.
  email: (email, control) => (email === '' ? control?.validationMessage || 'Email is required' : undefined),
  password: newPasswordRule,
};

export function Page() {
  useRedirectIfSignedIn();
  return (
    <AuthFrame
      path={href.signup()}
      title="Sign Up"
      lead="With an account you can book, pay for and manage your appointments."
      after={
        <>
          Already have an account?{' '}
          <TextLink href={href.login()} data-keeps-next="">
            Login here
          </TextLink>
        </>
      }
    >
      <ChosenTimeNote action="sign up" />
      <AuthForm
        rules={rules}
        submitLabel="Sign Up"
        onSubmit={async (values) => {
          await signUp(values);
          greetOnNextPage(values.name);
          location.replace(safeNext(location.search));
        }}
      >
        {(field) => (
          <>
            <TextField label="Name" autoComplete="name" {...field('name')} />
            <TextField label="Email" type="email" required autoComplete="email" {...field('email')} />
            <NewPasswordField {...field('password')} />
          </>
        )}
      </AuthForm>
      <GoogleSignIn page={href.signup} next={() => safeNext(location.search)} />
    </AuthFrame>
  );
}
