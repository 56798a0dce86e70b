import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Flag from 'lucide-react/icons/flag';
import HandCoins from 'lucide-react/icons/hand-coins';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import PenLine from 'lucide-react/icons/pen-line';
import UsersRound from 'lucide-react/icons/users-round';
import { lazy, Suspense } from 'react';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { dashboardLook } from './dashboard-outline.tsx';
import { Overview } from './overview.tsx';
import { roleLabel } from './role-label.ts';
import { Tile, tileListLook } from './tile.tsx';

const OpeningChecklist = lazy(() =>
  import('./opening-checklist.tsx')
    .then((file) => ({ default: file.OpeningChecklist }))
    .catch(() => ({ default: () => null })),
);

const shortcuts = {
  User: [
    { to: href.bookAppointment(), label: 'Book a new appointment', text: 'See what is free.', icon: CalendarPlus },
    { to: href.myAppointments(), label: 'Your appointments', text: 'All of them, past ones too.', icon: CalendarDays },
  ],
  Doctor: [
    { to: href.feed(), label: 'Write a post', text: 'Patients read it in the feed.', icon: PenLine },
    { to: href.myPosts(), label: 'Your posts', text: 'Look them up, delete them.', icon: NotebookPen },
  ],
  Admin: [
    { to: href.adminPayments(), label: 'Payments', text: 'What came in, what is on hold.', icon: HandCoins },
    { to: href.reports(), label: 'Reports', text: 'Posts and messages to decide about.', icon: Flag },
    { to: href.allUsers(), label: 'All users', text: 'Find people, change their roles.', icon: UsersRound },
  ],
};

export function Component() {
  const user = useSignedInUser();
  const role = roleLabel(user);
  return (
    <>
      <PageHeading title={`Welcome back, ${user.displayName}!`} documentTitle="Dashboard">
        Here's what's happening with your dashboard today.
      </PageHeading>
      <div className={dashboardLook}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {user.isAdmin && (
            <Suspense>
              <OpeningChecklist />
            </Suspense>
          )}
          <Overview isStaff={role !== 'User'} />
          <ul className={tileListLook}>
            {shortcuts[role].map(({ to, label, text, icon }) => (
              <Tile key={to} href={to} icon={icon} label={label}>
                {text}
              </Tile>
            ))}
          </ul>
        </div>
        <Card className="flex flex-wrap items-center gap-6 xl:flex-col xl:items-start">
          <Avatar name={user.displayName} photoURL={user.photoURL} size="large" />
          <div className="min-w-0 grow">
            <h2 className="text-heading">{user.displayName}</h2>
            <p className="mt-2">
              <Badge tone="positive">{role}</Badge>
            </p>
          </div>
          <LinkButton href={href.profile()} variant="secondary">
            View Profile
          </LinkButton>
        </Card>
      </div>
    </>
  );
}
