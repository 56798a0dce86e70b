import { CalendarFrame, CalendarOutline } from '../features/schedule/calendar-frame.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Navigation } from './navigation.tsx';

/** What can be said before the page's scripts have come. The server puts in the day, and the reader's name. */
const headings: Readonly<Record<string, { title: string; text?: string }>> = {
  '/appointment': { title: 'Available Appointments__ON_CLINIC_TODAY__' },
  '/feed': { title: 'Feed', text: 'What the doctors of the clinic have to say.' },
  '/conversations': { title: 'Conversations' },
  '/dashboard': { title: 'Welcome back__READER__!', text: "Here's what's happening with your dashboard today." },
  '/dashboard/myAppointment': { title: 'My Appointments (…)' },
  '/dashboard/profile': { title: 'Profile', text: 'What the clinic sees of you, and how you sign in.' },
  '/dashboard/payment/:id': {
    title: 'Payment',
    text: 'We are looking up your appointment and what is left to pay. Nothing is charged before you have seen the sum and confirmed it.',
  },
};

/**
 * What stands in the document of an application page until its scripts and the first answers have come: the navigation,
 * a progress bar, and the outline of the page. It is prerendered, and goes when the page itself is ready.
 */
export function OpeningPage({ path }: { path: string }) {
  const isDashboard = path.startsWith('/dashboard');
  return (
    <div className="flex min-h-dvh flex-col">
      <Navigation path={path} />
      <ProgressBar />
      <div
        data-when="signed-in"
        className={
          isDashboard
            ? 'page-width grid grow grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-1 lg:gap-12'
            : 'page-width grow py-10 sm:py-14'
        }
      >
        {isDashboard && <div className="h-15 border-line max-lg:border-b lg:h-auto lg:border-e" />}
        <main id="content" tabIndex={-1} aria-busy="true" className={isDashboard ? 'min-w-0 py-8 lg:py-10' : undefined}>
          <Outline path={path} />
        </main>
      </div>
    </div>
  );
}

/** Where the heading will stand, and something of the size of what is around it. */
function Outline({ path }: { path: string }) {
  if (path === '/appointment') {
    return (
      <div className="grid items-start gap-8 lg:grid-cols-[20.5rem_minmax(0,1fr)] lg:gap-9">
        <CalendarFrame>
          <CalendarOutline />
        </CalendarFrame>
        <OpeningHeading path={path} />
      </div>
    );
  }
  if (path === '/feed') {
    return (
      <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[16rem_minmax(0,1fr)_17rem]">
        <Skeleton className="h-[12.9375rem]" />
        <div>
          <OpeningHeading path={path} />
          <Skeleton className="h-96" />
        </div>
      </div>
    );
  }
  return (
    <>
      <OpeningHeading path={path} />
      <div className="grid max-w-2xl gap-6">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
      </div>
    </>
  );
}

/** As `ui/page-heading.tsx` will show it. */
function OpeningHeading({ path }: { path: string }) {
  const heading = headings[path];
  return (
    <header className="mb-8">
      <h1 className="text-title">{heading?.title ?? <Skeleton className="h-10 w-3/5 max-w-md" />}</h1>
      {heading?.text && <p className="mt-2 max-w-2xl text-muted">{heading.text}</p>}
    </header>
  );
}
