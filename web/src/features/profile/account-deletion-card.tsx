import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useChosen } from '../../ui/use-chosen.ts';
import { ProfileCard } from './profile-card.tsx';

const AccountDeletionDialog = lazyDialog(() =>
  import('./account-deletion-dialog.tsx').then((file) => file.AccountDeletionDialog),
);

export function AccountDeletionCard() {
  const { chosen, open, close } = useChosen<'deletion'>();
  return (
    <ProfileCard title="Delete your account" lead="Your account ends at once. This cannot be undone.">
      <Button variant="secondary" className="justify-self-start text-danger!" onClick={() => open('deletion')}>
        Delete account
      </Button>
      {chosen && <AccountDeletionDialog key={chosen.opening} open={chosen.open} onClose={close} />}
    </ProfileCard>
  );
}
