import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { UnconfirmedEmail } from '../profile/unconfirmed-email.tsx';
import { MyOffers, useHasOffer } from '../waiting-list/my-waiting-list.tsx';
import { DashboardOutline, dashboardLook } from './dashboard-outline.tsx';
import { Overview } from './overview.tsx';
import { roleLabel } from './role-label.ts';
import { type Shortcut, Shortcuts } from './shortcuts.tsx';

const StaffHome = lazy(() => import('./staff-home.tsx').then((file) => ({ default: file.StaffHome })));

const ofPatients: readonly Shortcut[] = [
  { href: href.bookAppointment(), label: 'Book a new appointment', text: 'See what is free.', icon: CalendarPlus },
  { href: href.myAppointments(), label: 'Your appointments', text: 'Upcoming and past.', icon: CalendarDays },
];

export function Component() {
  const user = useSignedInUser();
  const role = roleLabel(user);
  // The overview loads it.
  const { data: hasNext = true } = useQuery(
    api.dashboard.mine.queryOptions({ select: ({ nextAppointment }) => nextAppointment !== null, enabled: false }),
  );
  const hasOffer = useHasOffer();
  return (
    <>
      <PageHeading title={`Welcome back, ${user.displayName}!`} documentTitle="Dashboard">
        <span className="block">Here's what's happening with your dashboard today.</span>
        {(hasNext || hasOffer || user.isDoctor) && <ZoneNote />}
      </PageHeading>
      {/* Around the card too: on small windows it comes below what staff see, whose script arrives later. */}
      <Suspense fallback={<DashboardOutline />}>
        <div className={dashboardLook}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {!user.emailVerified && <UnconfirmedEmail email={user.email} />}
            <MyOffers />
            {role === 'User' ? (
              <>
                <Overview isStaff={false} />
                <Shortcuts list={ofPatients} />
              </>
            ) : (
              <StaffHome user={user}>
                <Overview isStaff />
              </StaffHome>
            )}
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
      </Suspense>
    </>
  );
}
