import { href } from '../../pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ProfileCard } from './profile-card.tsx';

/** Leads to the page of the second factor. */
export function SecondFactorCard() {
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
