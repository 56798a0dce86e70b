import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { href } from '../../pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { OpeningChecklist } from '../dashboard/opening-checklist.tsx';
import { FreeTimes } from '../doctors/free-times.tsx';

/** The end of the set-up: what is still to do, and the booking page as patients see it. */
export function ReadyPage() {
  const facts = useQuery(api.clinicFacts.get.queryOptions({ staleTime: 0 }));
  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHeading
        title={facts.data ? (facts.data.open ? 'Patients can book now' : 'Nearly ready') : 'Your clinic'}
        documentTitle="Your clinic"
        action={
          <LinkButton href={href.dashboard()} variant="secondary">
            Go to your dashboard
          </LinkButton>
        }
      >
        {facts.data?.open === false
          ? 'The pages of the clinic say that it is not open for bookings yet.'
          : 'Everything can be changed at any time on your dashboard.'}
      </PageHeading>
      {facts.data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <OpeningChecklist isAlwaysShown />
          {facts.data.open && (
            <Section id="preview-title" title="What patients see">
              <FreeTimes of={{}} showsDoctor />
            </Section>
          )}
        </div>
      ) : (
        <WithoutData query={facts} message="We could not load your clinic.">
          <Skeleton className="h-96 rounded-card!" />
        </WithoutData>
      )}
    </div>
  );
}
