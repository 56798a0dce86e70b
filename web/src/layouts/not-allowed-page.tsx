import { LinkButton } from '../ui/link-button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** A page for which one lacks the role. @param audience whom it is for, as in 'the admins of the clinic' */
export function NotAllowedPage({ audience }: { audience: string }) {
  return (
    <>
      <PageHeading title="This page is not for you">
        It is for {audience}, and your account is not one of theirs. If you think it should be, ask an admin.
      </PageHeading>
      <LinkButton href="/dashboard">Go to your dashboard</LinkButton>
    </>
  );
}
