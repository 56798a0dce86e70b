import { useQuery } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CalendarRange from 'lucide-react/icons/calendar-range';
import Flag from 'lucide-react/icons/flag';
import HandCoins from 'lucide-react/icons/hand-coins';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import PenLine from 'lucide-react/icons/pen-line';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { SessionUser } from '../../api/session.ts';
import { href } from '../../pages.ts';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { heldPayments, paymentsToCheckText } from '../admin-payments/payments-to-check.ts';
import { NextPatientCard } from '../agenda/next-patient-card.tsx';
import { ConnectionNote } from '../live/connection-note.tsx';
import { OpeningChecklist } from './opening-checklist.tsx';
import { type Shortcut, Shortcuts } from './shortcuts.tsx';

const ofDoctors: readonly Shortcut[] = [
  { href: href.feed(), label: 'Write a post', text: 'Patients read it in the feed.', icon: PenLine },
  { href: href.myPosts(), label: 'Your posts', text: 'See and delete your posts.', icon: NotebookPen },
];
const agenda: Shortcut = {
  href: href.agenda(),
  label: 'Agenda',
  text: 'Who comes today, arrivals and payments.',
  icon: CalendarCheck,
};
const ofFrontDesk: readonly Shortcut[] = [
  agenda,
  {
    href: href.bookForPatient(),
    label: 'Book for a patient',
    text: 'By phone or at the desk.',
    icon: CalendarPlus,
  },
  { href: href.bookings(), label: 'All appointments', text: 'Every appointment of the day.', icon: CalendarRange },
];
const ofAdmins: readonly Shortcut[] = [
  agenda,
  { href: href.adminPayments(), label: 'Payments', text: 'Payments received and on hold.', icon: HandCoins },
  { href: href.reports(), label: 'Reports', text: 'Posts and messages that people reported.', icon: Flag },
  { href: href.allUsers(), label: 'People', text: 'Find somebody, change their roles.', icon: UsersRound },
];

/** The dashboard of staff around the overview. It loads separately, because patients do not need it. */
export function StaffHome({ user, children }: { user: SessionUser; children: ReactNode }): ReactNode {
  const { isAdmin, isDoctor, isFrontDesk } = user;
  const list = isAdmin ? ofAdmins : [...(isFrontDesk ? ofFrontDesk : []), ...(isDoctor ? ofDoctors : [])];
  return (
    <>
      {isAdmin && <OpeningChecklist />}
      {isDoctor && (
        <div>
          <ConnectionNote />
          <NextPatientCard doctorId={user.uid} />
        </div>
      )}
      {isAdmin && <PaymentsToCheck />}
      {isAdmin && <FailedMessages />}
      {children}
      <Shortcuts list={list} />
    </>
  );
}

/** Tells admins that payments wait for their decision. Nothing while that is unknown, or none do. */
function PaymentsToCheck() {
  const held = useQuery(api.payments.list.queryOptions({ input: heldPayments }));
  const differences = useQuery(api.payments.differences.queryOptions());
  const text = paymentsToCheckText({
    held: held.data?.length ?? 0,
    differences: differences.data?.length ?? 0,
  });
  if (text === '') return null;
  return (
    <Card className="p-4.5! sm:p-6!">
      <h2 className="text-heading">{text}</h2>
      <p className="mt-1 text-muted">
        <TextLink href={href.adminPayments()}>Check these payments</TextLink>
      </p>
    </Card>
  );
}

/** Tells admins that emails or text messages failed. Nothing while that is unknown, or none did. */
function FailedMessages() {
  const input = { state: 'failed' as const, limit: 1 };
  const failed = useQuery(api.messages.list.queryOptions({ input }));
  if (!failed.data?.length) return null;
  return (
    <Card className="p-4.5! sm:p-6!">
      <h2 className="text-heading">Some emails or text messages could not be sent</h2>
      <p className="mt-1 text-muted">
        <TextLink href={href.messages({ state: 'failed' })}>See which and why</TextLink>, and send them again.
      </p>
    </Card>
  );
}
