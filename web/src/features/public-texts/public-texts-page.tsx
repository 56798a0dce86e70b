import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { together } from '../../ui/together.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { clinicFactsQuery, legalTextsQuery } from '../clinic/clinic-queries.ts';
import { useReload } from '../hours/use-reload.ts';
import { LegalTextsForm } from './legal-texts-form.tsx';
import { ShownTextsForm } from './shown-texts-form.tsx';

/** The clinic's legal texts, testimonials, news and figures, for admins. */
export function Component() {
  const facts = useQuery(clinicFactsQuery);
  const legal = useQuery(legalTextsQuery);
  // Each form can be loaded again; the other one keeps its input.
  const legalForm = useReload(legal);
  const shownForm = useReload(facts);
  return (
    <>
      <PageHeading title="Public Texts">
        What your public pages say. They show a change as soon as it is saved, and leave out what is empty.
      </PageHeading>
      {facts.data && legal.data ? (
        <div className="grid max-w-3xl gap-6">
          <LegalTextsForm key={`legal ${legalForm.generation}`} texts={legal.data} onReload={legalForm.reload} />
          <ShownTextsForm key={`shown ${shownForm.generation}`} facts={facts.data} onReload={shownForm.reload} />
        </div>
      ) : (
        <WithoutData query={together(facts, legal)} message="We could not load your texts.">
          <div aria-hidden="true" className="grid max-w-3xl gap-6">
            <Skeleton className="h-172 rounded-card!" />
            <Skeleton className="h-120 rounded-card!" />
          </div>
        </WithoutData>
      )}
    </>
  );
}
