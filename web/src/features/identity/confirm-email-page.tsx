import { useState } from 'react';
import { fieldOf, postJson } from '../../api/http.ts';
import { linkSecret } from '../../link-secret.ts';
import { href } from '../../pages.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormDone } from './form-done.tsx';

/** The page that the emailed link opens. It needs a click, because programs that check emails open links too. */
export function Page() {
  const [confirmed, setConfirmed] = useState<string>();
  return (
    <AuthFrame
      path={href.confirmEmail()}
      title="Confirm your email address"
      lead="After that, we can send you emails about your appointments. If you did not open this account, do not confirm. Use ‘Forget Password?’ to set a password of your own."
      after={<TextLink href={href.forgotPassword()}>Forget Password?</TextLink>}
    >
      {confirmed === undefined ? (
        <AuthForm
          rules={{}}
          submitLabel="Confirm"
          onSubmit={async () => {
            const token = linkSecret('token', location);
            setConfirmed(String(fieldOf(await postJson('/api/email-confirmation/confirm', { token }), 'email')));
          }}
        >
          {() => null}
        </AuthForm>
      ) : (
        <FormDone title="Your address is confirmed">
          <p className="wrap-anywhere">We send emails to {confirmed} from now on.</p>
          <p className="mt-2">
            <TextLink href={href.dashboard()}>Go to your dashboard</TextLink>
          </p>
        </FormDone>
      )}
    </AuthFrame>
  );
}
