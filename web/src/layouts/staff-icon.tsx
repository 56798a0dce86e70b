import type { LucideIcon } from 'lucide-react';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarRange from 'lucide-react/icons/calendar-range';
import CalendarX2 from 'lucide-react/icons/calendar-x-2';
import ChartColumn from 'lucide-react/icons/chart-column';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Clock from 'lucide-react/icons/clock';
import Flag from 'lucide-react/icons/flag';
import HandCoins from 'lucide-react/icons/hand-coins';
import Hospital from 'lucide-react/icons/hospital';
import ListOrdered from 'lucide-react/icons/list-ordered';
import MailPlus from 'lucide-react/icons/mail-plus';
import Mails from 'lucide-react/icons/mails';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import ScrollText from 'lucide-react/icons/scroll-text';
import Stethoscope from 'lucide-react/icons/stethoscope';
import TextQuote from 'lucide-react/icons/text-quote';
import UserPlus from 'lucide-react/icons/user-plus';
import UsersRound from 'lucide-react/icons/users-round';
import Wallet from 'lucide-react/icons/wallet';
import type { PageName } from '../pages.ts';

const icons: Readonly<Partial<Record<PageName, LucideIcon>>> = {
  agenda: CalendarCheck,
  bookings: CalendarRange,
  waitingList: ListOrdered,
  takings: Wallet,
  myPosts: NotebookPen,
  myHours: CalendarClock,
  allUsers: UsersRound,
  addDoctor: UserPlus,
  manageDoctors: Stethoscope,
  invitations: MailPlus,
  closingDays: CalendarX2,
  clinic: Hospital,
  publicTexts: TextQuote,
  clinicHours: Clock,
  treatments: ClipboardList,
  adminPayments: HandCoins,
  messages: Mails,
  statistics: ChartColumn,
  audit: ScrollText,
  reports: Flag,
};

/** The icon of a menu entry that the clinic's staff have and patients do not. */
export function StaffIcon({ name, className }: { name: PageName; className: string }) {
  const Icon = icons[name];
  return Icon ? <Icon className={className} aria-hidden="true" /> : <span className={className} />;
}
