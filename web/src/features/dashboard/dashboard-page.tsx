import { CalendarDays, CalendarPlus } from 'lucide-react';
import { useSignedInUser } from '../../api/session-query.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { roleLabel } from './role-label.ts';

const shortcuts = [
  { href: '/appointment', label: 'Book a new appointment', text: 'See what is free.', icon: CalendarPlus },
  {
    href: '/dashboard/myAppointment',
    label: 'Your appointments',
    text: 'Look them up, pay for them.',
    icon: CalendarDays,
  },
];

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
      <ul className="mt-6 grid max-w-2xl gap-4 sm:grid-cols-2">
        {shortcuts.map(({ href, label, text, icon: Icon }) => (
          <li key={href}>
            <Anchor
              href={href}
              className="flex h-full items-start gap-4 rounded-card border border-line bg-surface p-5 shadow-card transition-colors duration-150 hover:border-pine"
            >
              <Icon className="mt-0.5 size-6 shrink-0 text-pine" strokeWidth={1.75} aria-hidden="true" />
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-[0.9375rem] text-muted">{text}</span>
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  );
}
