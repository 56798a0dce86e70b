import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ProfileCard } from './profile-card.tsx';

const AccountDeletionDialog = lazy(() =>
  import('./account-deletion-dialog.tsx').then((file) => ({ default: file.AccountDeletionDialog })),
);

/** The way out. */
export function AccountDeletionCard() {
  const [openings, setOpenings] = useState(0);
  const [open, setOpen] = useState(false);
  const begin = (): void => {
    setOpenings(openings + 1);
    setOpen(true);
  };
  return (
    <ProfileCard title="Delete your account" lead="Ends it at once, and cannot be undone.">
      <Button variant="secondary" className="justify-self-start text-danger!" onClick={begin}>
        Delete account
      </Button>
      {openings > 0 && (
        <Suspense fallback={<ProgressBar />}>
          <AccountDeletionDialog key={openings} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ProfileCard>
  );
}
