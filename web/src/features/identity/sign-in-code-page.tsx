import { useEffect, useState } from 'react';
import { ApiError, postJson, unreachable } from '../../api/http.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { reloadOnce } from '../../ui/stale-script.ts';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useFocusInside } from '../../ui/use-focus-inside.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { explained } from './code-failure.ts';
import { rememberPasskey } from './known-passkey.ts';
import { safeNext } from './safe-next.ts';
import { finishSignIn } from './sign-in.ts';

type Method = 'code' | 'recovery' | 'passkey';

const words = {
  code: { title: 'Enter your code', lead: 'Open your authenticator app and type the 6 digits that it shows.' },
  recovery: { title: 'Enter a recovery code', lead: 'Each of the codes that you saved works once.' },
  passkey: { title: 'Use your passkey', lead: 'Your browser asks for your fingerprint, your face or a PIN.' },
} as const;

const rules = {
  code: {
    code: (text: string) => (/^\d{6}$/.test(plain(text)) ? undefined : 'Enter the 6 digits that your app shows.'),
  },
  recovery: { code: (text: string) => (plain(text) === '' ? 'Enter a recovery code.' : undefined) },
};

/** After the password, or after Google: the second factor. Also the page for signing in with a passkey alone. */
export function Page() {
  const [method, setMethod] = useState<Method>('code');
  const [hasApp, setHasApp] = useState(true);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    setIsReady(true);
    if (new URLSearchParams(location.search).get('methods') !== 'passkey') return;
    setMethod('passkey');
    setHasApp(false);
  }, []);
  const form = useFocusInside(isReady ? method : undefined);
  const { title, lead } = words[method];
  return (
    <AuthFrame
      path={href.signInCode()}
      title={title}
      lead={lead}
      after={
        <TextLink href={href.login()} data-keeps-next="">
          Back to login
        </TextLink>
      }
    >
      <div ref={form}>{method === 'passkey' ? <PasskeyForm /> : <CodeForm key={method} method={method} />}</div>
      {hasApp && (
        // A press before the script runs would be lost.
        <div className={classNames('mt-4 grid gap-1', !isReady && 'invisible')}>
          {(['code', 'recovery', 'passkey'] as const).map(
            (other) =>
              other !== method && (
                <Button key={other} variant="quiet" className="w-full" onClick={() => setMethod(other)}>
                  {others[other]}
                </Button>
              ),
          )}
        </div>
      )}
    </AuthFrame>
  );
}

const others: Record<Method, string> = {
  code: 'Use a code from the app',
  recovery: 'Use a recovery code',
  passkey: 'Use a passkey',
};

function CodeForm({ method }: { method: 'code' | 'recovery' }) {
  const isRecovery = method === 'recovery';
  return (
    <AuthForm
      rules={rules[method]}
      submitLabel="Continue"
      onSubmit={({ code }) =>
        signInBy(() =>
          postJson(`/api/auth/two-factor/${isRecovery ? 'verify-backup-code' : 'verify-totp'}`, { code: plain(code) }),
        )
      }
    >
      {(field) => (
        <TextField
          label={isRecovery ? 'Recovery code' : 'Code'}
          {...field('code')}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </AuthForm>
  );
}

function PasskeyForm() {
  return (
    <AuthForm
      rules={noRules}
      submitLabel="Continue with a passkey"
      onSubmit={() =>
        signInBy(async () => {
          const { signInWithPasskey } = await loadPasskeys();
          await signInWithPasskey();
          rememberPasskey();
        })
      }
    >
      {() => null}
    </AuthForm>
  );
}

const noRules = {};

async function loadPasskeys() {
  try {
    return await import('./passkeys.ts');
  } catch {
    // A release may have removed the script.
    await reloadOnce();
    throw new ApiError({ message: unreachable, status: 0 });
  }
}

/** Passes the second factor, and goes on to the page of the sign-in. Throws ApiError. */
async function signInBy(pass: () => Promise<unknown>): Promise<void> {
  await explained(pass());
  await finishSignIn();
  location.replace(safeNext(location.search));
}

/** A code as it was typed, without the spaces that apps show in it. */
function plain(code: string): string {
  return code.replaceAll(/\s/g, '');
}
