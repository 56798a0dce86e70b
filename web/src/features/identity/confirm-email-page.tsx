import { useState } from 'react';
import { fieldOf, postJson, textField } from '../../api/http.ts';
import { linkSecret } from '../../link-secret.ts';
import { href } from '../../pages.ts';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { anything, required } from '../../ui/required.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormDone } from './form-done.tsx';

/**
 * The page that the emailed link opens. It needs a click, because programs that check emails open links too. A browser that is
 * not signed in to the account also needs its password.
 */
export function Page() {
  const [confirmed, setConfirmed] = useState<string>();
  const [needsPassword, setNeedsPassword] = useState(false);
  if (confirmed !== undefined) {
    return (
      <AuthFrame path={href.confirmEmail()} title="Thank you">
        <FormDone title="Your address is confirmed">
          <p className="wrap-anywhere">We send emails to {confirmed} from now on.</p>
          <p className="mt-2">
            <TextLink href={href.dashboard()}>Go to your dashboard</TextLink>
          </p>
        </FormDone>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      path={href.confirmEmail()}
      title="Confirm your email address"
      lead="After that, we can send you emails about your appointments. If you did not open this account, do not confirm. Use ‘Forget Password?’ to set a password of your own."
      after={<TextLink href={href.forgotPassword()}>Forget Password?</TextLink>}
    >
      <AuthForm
        rules={{ password: needsPassword ? required('Password is required') : anything }}
        submitLabel="Confirm"
        onSubmit={async ({ password }) => {
          const token = linkSecret('token', location);
          const body = needsPassword ? { token, password } : { token };
          const answer = await postJson('/api/email-confirmation/confirm', body).catch((error: unknown) => {
            if (textField(error, 'code') === 'PASSWORD_REQUIRED') setNeedsPassword(true);
            throw error;
          });
          setConfirmed(String(fieldOf(answer, 'email')));
        }}
      >
        {(field) =>
          needsPassword && (
            <PasswordField
              ref={focusWhenShown}
              label="Password"
              autoComplete="current-password"
              {...field('password')}
            />
          )
        }
      </AuthForm>
    </AuthFrame>
  );
}
