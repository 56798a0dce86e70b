import { AccountDeletionCard } from './account-deletion-card.tsx';
import { DataCard } from './data-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PlacesCard } from './places-card.tsx';

/** What one can do about one's account. */
export function AccountCards() {
  return (
    <>
      <PasswordCard />
      <PlacesCard />
      <DataCard />
      <AccountDeletionCard />
    </>
  );
}
