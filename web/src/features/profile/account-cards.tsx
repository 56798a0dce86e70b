import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { useChosen } from '../../ui/use-chosen.ts';
import { DependantsCard } from '../dependants/dependants-card.tsx';
import { CalendarFeedCard } from './calendar-feed-card.tsx';
import { EmailCard } from './email-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PhoneCard } from './phone-card.tsx';
import { PlacesCard } from './places-card.tsx';
import { ProfileCard } from './profile-card.tsx';

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

/** Leads to the page of the second factor. */
function SecondFactorCard() {
  return (
    <ProfileCard
      title="Second factor"
      lead="An authenticator app or a passkey protects your account beyond its password."
    >
      <LinkButton href={href.security()} variant="secondary" className="justify-self-start">
        Security
      </LinkButton>
    </ProfileCard>
  );
}

/** Downloads what the clinic stores about the person. */
function DataCard() {
  const fetchData = useMutation({
    mutationFn: () => client.profile.export(),
    onSuccess: (data) => {
      saveFile(JSON.stringify(data, null, 2), {
        name: `my-data-${data.exportedAt.slice(0, 10)}.json`,
        type: 'application/json',
      });
      toast.success('Your data has been downloaded.');
    },
  });
  return (
    <ProfileCard
      title="Your data"
      lead="What the clinic stores about you, as a JSON file, without the notes that staff write for themselves. Ask the clinic for those."
    >
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={fetchData.isPending}
        onClick={() => fetchData.mutate()}
      >
        <Download className="size-5" aria-hidden="true" />
        Download your data
      </Button>
      {fetchData.error && <FormError message={failureMessage(fetchData.error)} />}
    </ProfileCard>
  );
}

const AccountDeletionDialog = lazyDialog(() =>
  import('./account-deletion-dialog.tsx').then((file) => file.AccountDeletionDialog),
);

function AccountDeletionCard() {
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
