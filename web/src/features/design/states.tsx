import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { href } from '../../pages.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingAnimation } from '../../ui/loading-animation.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Example, GallerySection } from './gallery-section.tsx';

export function Loading() {
  return (
    <GallerySection
      title="Loading"
      intro="Placeholders have the size of the content, so nothing moves when it arrives."
    >
      <Example caption="Skeletons, in the sizes of a post" className="block">
        <Card className="grid gap-4">
          <div className="flex items-center gap-3.5">
            <Skeleton className="size-14 shrink-0 rounded-full" />
            <Skeleton className="h-10 w-48" />
          </div>
          <Skeleton className="h-20" />
        </Card>
      </Example>
      <Example caption="The loading animation, and with a note if it takes long" className="grid gap-4 sm:grid-cols-2">
        <LoadingAnimation />
        <LoadingAnimation note="Having trouble reaching the clinic. Trying again…" />
      </Example>
      <Example caption="The progress bar, which is at the top of the window, here in a box">
        <div className="relative h-10 w-full overflow-hidden rounded-control border border-line bg-surface contain-paint">
          <ProgressBar label="Loading, in a box" />
        </div>
      </Example>
    </GallerySection>
  );
}

export function NothingAndErrors() {
  return (
    <GallerySection
      title="Empty states and errors"
      intro="An empty list says why and offers the next step. An error says what to do now."
    >
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
      {[false, true].map((isFetching) => (
        <Example
          key={String(isFetching)}
          caption={isFetching ? 'The same while it tries' : 'A part that could not be loaded'}
          className="block"
        >
          <ErrorState message="We could not load the posts." query={{ refetch: () => undefined, isFetching }} />
        </Example>
      ))}
      <Example caption="What is wrong with a form as a whole" className="block">
        <FormErrorText message="We could not reach the clinic. What you wrote is still here. Please try again." />
      </Example>
    </GallerySection>
  );
}
