import Flag from 'lucide-react/icons/flag';
import HandCoins from 'lucide-react/icons/hand-coins';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import PenLine from 'lucide-react/icons/pen-line';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';
import { href } from '../../pages.ts';
import { OpeningChecklist } from './opening-checklist.tsx';
import { type Shortcut, Shortcuts } from './shortcuts.tsx';

const ofDoctors: readonly Shortcut[] = [
  { href: href.feed(), label: 'Write a post', text: 'Patients read it in the feed.', icon: PenLine },
  { href: href.myPosts(), label: 'Your posts', text: 'Look them up, delete them.', icon: NotebookPen },
];
const ofAdmins: readonly Shortcut[] = [
  { href: href.adminPayments(), label: 'Payments', text: 'What came in, what is on hold.', icon: HandCoins },
  { href: href.reports(), label: 'Reports', text: 'Posts and messages to decide about.', icon: Flag },
  { href: href.allUsers(), label: 'All users', text: 'Find people, change their roles.', icon: UsersRound },
];

/** The dashboard of doctors and admins around the overview. It loads separately, because patients do not need it. */
export function StaffHome({ isAdmin, children }: { isAdmin: boolean; children: ReactNode }): ReactNode {
  return (
    <>
      {isAdmin && <OpeningChecklist />}
      {children}
      <Shortcuts list={isAdmin ? ofAdmins : ofDoctors} />
    </>
  );
}
