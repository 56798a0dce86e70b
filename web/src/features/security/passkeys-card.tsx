import { dateText } from '@openhours/contract/instant-text.ts';
import type { SecondFactor } from '@openhours/contract/second-factor.ts';
import KeyRound from 'lucide-react/icons/key-round';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { rememberPasskey } from '../identity/known-passkey.ts';
import { browserName } from '../profile/browser-name.ts';
import { ProfileCard } from '../profile/profile-card.tsx';
import { addPasskey, removePasskey, renamePasskey } from './factor-calls.ts';

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx').then((file) => file.ConfirmDialog));

type Passkey = SecondFactor['passkeys'][number];
type Question = { ask: 'add' } | { ask: 'rename' | 'remove'; passkey: Passkey };

/** The person's passkeys: add, rename, remove. */
export function PasskeysCard({
  passkeys,
  hasPassword,
  onChanged,
}: {
  passkeys: readonly Passkey[];
  hasPassword: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const asked = useChosen<Question>();
  const carryOut = async (
    question: Question,
    { name, password }: { name: string; password: string },
  ): Promise<void> => {
    if (question.ask === 'add') {
      await addPasskey({ name, password });
      rememberPasskey();
      toast.success('The passkey is added.');
    } else if (question.ask === 'rename') {
      await renamePasskey({ id: question.passkey._id, name });
      toast.success('The name is saved.');
    } else {
      await removePasskey({ id: question.passkey._id, password });
      toast.success('The passkey is removed.');
    }
    await onChanged();
  };
  return (
    <ProfileCard
      title="Passkeys"
      lead="Log in with your fingerprint, your face, a PIN or a security key, without a password. With a passkey, your password alone no longer logs you in."
    >
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <li
              key={passkey._id}
              className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line p-4"
            >
              <KeyRound className="size-6 shrink-0 text-pine" strokeWidth={1.75} aria-hidden="true" />
              <div className="min-w-0 grow basis-40">
                <p className="font-medium wrap-anywhere">{passkey.name}</p>
                <p className="text-sm text-muted">Since {dateText(new Date(passkey.since))}</p>
              </div>
              <div className="flex flex-wrap gap-1 max-sm:ms-6.5">
                <Button variant="quiet" size="small" onClick={() => asked.open({ ask: 'rename', passkey })}>
                  Rename
                  <span className="sr-only">{passkey.name}</span>
                </Button>
                <Button variant="quiet" size="small" onClick={() => asked.open({ ask: 'remove', passkey })}>
                  Remove
                  <span className="sr-only">{passkey.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant={passkeys.length === 0 ? 'primary' : 'secondary'}
        className="justify-self-start"
        onClick={() => asked.open({ ask: 'add' })}
      >
        Add a passkey
      </Button>
      <ChosenDialog of={asked}>
        {(question, dialog) => (
          <ConfirmDialog
            {...dialog}
            {...wordsOf(question)}
            isDangerous={question.ask === 'remove'}
            needsPassword={hasPassword && question.ask !== 'rename'}
            onConfirm={(values) => carryOut(question, values)}
          />
        )}
      </ChosenDialog>
    </ProfileCard>
  );
}

function wordsOf(question: Question) {
  switch (question.ask) {
    case 'add':
      return {
        title: 'Add a passkey',
        description: 'Your browser then asks where to keep it: on this device, on your phone, or on a security key.',
        action: 'Continue',
        name: browserName(navigator.userAgent),
      };
    case 'rename':
      return {
        title: 'Rename the passkey',
        description: 'A name that tells you where it is.',
        action: 'Save',
        name: question.passkey.name,
      };
    case 'remove':
      return {
        title: `Remove ‘${question.passkey.name}’?`,
        description: 'You can no longer log in with it. Delete it in your browser or password manager too.',
        action: 'Remove',
      };
  }
}
