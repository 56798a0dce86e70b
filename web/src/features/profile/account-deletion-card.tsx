import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ProfileCard } from './profile-card.tsx';

const AccountDeletionDialog = lazyDialog(() =>
  import('./account-deletion-dialog.tsx').then((file) => file.AccountDeletionDialog),
);

export function AccountDeletionCard() {
  const [openings, setOpenings] = useState(0);
  const [open, setOpen] = useState(false);
  const begin = (): void => {
    setOpenings(openings + 1);
    setOpen(true);
  };
  return (
    <ProfileCard title="Delete your account" lead="Your account ends at once. This cannot be undone.">
      <Button variant="secondary" className="justify-self-start text-danger!" onClick={begin}>
        Delete account
      </Button>
      {openings > 0 && <AccountDeletionDialog key={openings} open={open} onClose={() => setOpen(false)} />}
    </ProfileCard>
  );
}
