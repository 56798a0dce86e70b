import { useEffect, useRef, useState } from 'react';
import { productName } from '../../clinic/name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { ProfileCard } from '../profile/profile-card.tsx';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { beginAuthenticator, makeRecoveryCodes, removeAuthenticator, type Setup } from './factor-calls.ts';

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx').then((file) => file.ConfirmDialog));

type Step = { at: 'rest' } | ({ at: 'scan' } & Setup) | { at: 'codes'; codes: readonly string[] };
type Question = 'begin' | 'codes' | 'remove';

const questions = {
  begin: {
    title: 'Set up an authenticator app',
    description: 'Have an app ready, such as the one of your phone or password manager.',
    action: 'Continue',
  },
  codes: {
    title: 'Make new recovery codes?',
    description: 'The codes that you have now stop working.',
    action: 'Make new codes',
  },
  remove: {
    title: 'Turn off the authenticator app?',
    description: 'Your recovery codes stop working too.',
    action: 'Turn off',
  },
} as const;

/** Codes of an authenticator app: set up, recovery codes, turn off. */
export function AuthenticatorCard({
  isOn,
  hasPassword,
  onChanged,
}: {
  isOn: boolean;
  hasPassword: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const asked = useChosen<Question>();

  const carryOut = async (question: Question, values: { password: string }): Promise<void> => {
    if (question === 'begin') setStep({ at: 'scan', ...(await beginAuthenticator(values)) });
    else if (question === 'codes') setStep({ at: 'codes', codes: await makeRecoveryCodes(values) });
    else {
      await removeAuthenticator(values);
      toast.success('The authenticator app is turned off.');
      await onChanged();
    }
  };
  return (
    <ProfileCard
      title="Authenticator app"
      lead="When you log in, you also type a code that an app on your phone shows."
    >
      {step.at === 'scan' ? (
        <AuthenticatorSetup
          setup={step}
          onCancel={() => setStep({ at: 'rest' })}
          onConfirmed={() => {
            setStep({ at: 'codes', codes: step.recoveryCodes });
            toast.success('The authenticator app is turned on.');
            void onChanged();
          }}
        />
      ) : step.at === 'codes' ? (
        <RecoveryCodes codes={step.codes} onSaved={() => setStep({ at: 'rest' })} />
      ) : isOn ? (
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone="positive">On</Badge>
          <Button variant="secondary" onClick={() => asked.open('codes')}>
            New recovery codes
          </Button>
          <Button variant="quiet" onClick={() => asked.open('remove')}>
            Turn off
            <span className="sr-only"> the authenticator app</span>
          </Button>
        </div>
      ) : (
        <Button className="justify-self-start" onClick={() => asked.open('begin')}>
          Set up an app
        </Button>
      )}
      <ChosenDialog of={asked}>
        {(question, dialog) => (
          <ConfirmDialog
            {...dialog}
            {...questions[question]}
            isDangerous={question === 'remove'}
            needsPassword={hasPassword}
            onConfirm={(values) => carryOut(question, values)}
          />
        )}
      </ChosenDialog>
    </ProfileCard>
  );
}

/** New recovery codes, which are shown once. */
function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  const copy = (): Promise<void> =>
    copyText(text, {
      done: 'The recovery codes are copied.',
      failed: 'Your browser did not allow copying. Select the codes, or download them.',
    });
  const download = (): void =>
    saveFile(`Recovery codes for ${productName()}\n\n${text}\n`, { name: 'recovery-codes.txt', type: 'text/plain' });
  return (
    <div className="grid gap-4 rounded-card bg-pine-soft p-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-pine focus-visible:outline-none">
        Save your recovery codes
      </h3>
      <p>
        If you lose your device, each of these codes signs you in once. We cannot show them again: keep them where you
        keep passwords, not on the same device.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-6 gap-y-1.5 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" onClick={download}>
          Download
        </Button>
        <Button onClick={onSaved}>I have saved them</Button>
      </div>
    </div>
  );
}
