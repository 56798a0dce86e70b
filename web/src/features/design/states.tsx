import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useState } from 'react';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingAnimation } from '../../ui/loading-animation.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BothThemes, Example, GallerySection } from './gallery-section.tsx';

export function Loading() {
  return (
    <GallerySection
      title="Loading"
      intro="Placeholders have the size of the content, so nothing moves when it arrives."
    >
      <BothThemes label="Loading">
        <Example caption="Skeletons, in the sizes of a post" className="block">
          <Card className="grid gap-4">
            <div className="flex items-center gap-3.5">
              <Skeleton className="size-14 shrink-0 rounded-full" />
              <Skeleton className="h-10 w-48" />
            </div>
            <Skeleton className="h-20" />
          </Card>
        </Example>
        <Example
          caption="The loading animation, and with a note if it takes long"
          className="grid gap-4 sm:grid-cols-2"
        >
          <LoadingAnimation />
          <LoadingAnimation note="Having trouble reaching the clinic. Trying again…" />
        </Example>
        <Example caption="The progress bar, here in a box; the button shows it at the top of the window">
          <div className="relative h-10 w-full overflow-hidden rounded-control border border-line bg-surface contain-paint">
            <ProgressBar label="Loading, in a box" />
          </div>
          <ProgressLine />
        </Example>
        <Example caption="More of a list: press twice, and it is at its end" className="block">
          <OlderRows />
        </Example>
      </BothThemes>
    </GallerySection>
  );
}

function ProgressLine() {
  const [shown, setShown] = useState(false);
  return (
    <>
      {shown && <ProgressBar />}
      <Button variant="secondary" onClick={() => setShown(!shown)}>
        {shown ? 'Hide the bar' : 'Show the bar'}
      </Button>
    </>
  );
}

const pageLength = 2;
const lastPage = 3;

function OlderRows() {
  const [page, setPage] = useState(1);
  const [isFetchingNextPage, setFetching] = useState(false);
  const fetchNextPage = async (): Promise<void> => {
    setFetching(true);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    setFetching(false);
    setPage(page + 1);
  };
  return (
    <>
      <ul className="grid gap-2">
        {Array.from({ length: page * pageLength }, (_, index) => (
          <li key={index} className="rounded-control bg-sunken px-4 py-2">
            Appointment {index + 1}
          </li>
        ))}
      </ul>
      <ShowOlder
        pages={{ hasNextPage: page < lastPage, isFetchingNextPage, isFetchNextPageError: false, fetchNextPage }}
      >
        Show older appointments
      </ShowOlder>
    </>
  );
}

export function NothingAndErrors() {
  return (
    <GallerySection
      title="Empty states and errors"
      intro="An empty list says why and offers the next step. An error says what to do now."
    >
      <BothThemes label="Empty states and errors">
        <Example caption="Empty, with a next step" className="block">
          <EmptyState
            icon={<CalendarPlus className="size-7" />}
            title="No appointments yet"
            action={<LinkButton href={href.bookAppointment()}>See free times</LinkButton>}
          >
            Your bookings will appear here with day, time and payment.
          </EmptyState>
        </Example>
        <Example caption="Empty, short" className="block">
          <EmptyState title="No results" />
        </Example>
        <Example caption="A part that could not be loaded: try again, it fails again" className="block">
          <FailingPart />
        </Example>
        <Example caption="The same while it tries" className="block">
          <ErrorState message="We could not load the posts." query={{ refetch: () => undefined, isFetching: true }} />
        </Example>
        <Example caption="What is wrong with a form as a whole" className="block">
          <FormErrorText message="We could not reach the clinic. What you wrote is still here. Please try again." />
        </Example>
      </BothThemes>
    </GallerySection>
  );
}

function FailingPart() {
  const [busy, setBusy] = useState(false);
  const retry = (): void => {
    setBusy(true);
    window.setTimeout(() => setBusy(false), 1500);
  };
  return (
    <ErrorState
      message="We could not load the posts. Please try again in a moment."
      query={{ refetch: retry, isFetching: busy }}
    />
  );
}
