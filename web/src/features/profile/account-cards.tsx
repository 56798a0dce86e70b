import { DependantsCard } from '../dependants/dependants-card.tsx';
import { AccountDeletionCard } from './account-deletion-card.tsx';
import { CalendarFeedCard } from './calendar-feed-card.tsx';
import { DataCard } from './data-card.tsx';
import { EmailCard } from './email-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PhoneCard } from './phone-card.tsx';
import { PlacesCard } from './places-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

/** The account section of the profile. */
export function AccountCards() {
  return (
    <>
      <DependantsCard />
      <PhoneCard />
      <NotificationsCard />
      <CalendarFeedCard />
      <EmailCard />
      <PasswordCard />
      <SecondFactorCard />
      <PlacesCard />
      <DataCard />
      <AccountDeletionCard />
    </>
  );
}
