import { href } from '../pages.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** A page that requires another role. @param audience who may see it, as in 'the admins of the clinic' */
export function NotAllowedPage({ audience }: { audience: string }) {
  return (
    <>
      <PageHeading title="You do not have access to this page">
        It is only for {audience}. If you need access, ask an admin.
      </PageHeading>
      <LinkButton href={href.dashboard()}>Go to your dashboard</LinkButton>
    </>
  );
}
