import { useSignedInUser } from '../../api/session-query.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { roleLabel } from './role-label.ts';

export function Component() {
  const user = useSignedInUser();
  return (
    <>
      <PageHeading title={`Welcome back, ${user.displayName}!`} documentTitle="Dashboard">
        Here's what's happening with your dashboard today.
      </PageHeading>
      <Card className="flex max-w-2xl flex-wrap items-center gap-6">
        <Avatar name={user.displayName} photoURL={user.photoURL} size="large" />
        <div className="min-w-0 grow">
          <h2 className="text-heading">{user.displayName}</h2>
          <p className="mt-2">
            <Badge tone="positive">{roleLabel(user)}</Badge>
          </p>
        </div>
        <LinkButton href="/dashboard/profile" variant="secondary">
          View Profile
        </LinkButton>
      </Card>
    </>
  );
}
