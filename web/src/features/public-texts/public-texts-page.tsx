import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
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
  const legalForm = useReloadedForm(legal);
  const shownForm = useReloadedForm(facts);
  return (
    <>
      <LeaveGuard when={legalForm.isDirty || shownForm.isDirty} />
      <PageHeading title="Public Texts">
        What your public pages say. They show a change as soon as it is saved, and leave out what is empty.
      </PageHeading>
      {facts.data && legal.data ? (
        <div className="grid max-w-3xl gap-6">
          <LegalTextsForm key={`legal ${legalForm.generation}`} texts={legal.data} {...legalForm.handlers} />
          <ShownTextsForm key={`shown ${shownForm.generation}`} facts={facts.data} {...shownForm.handlers} />
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

/** A form that can be loaded again; the form beside it keeps its input. */
function useReloadedForm(query: UseQueryResult) {
  const [isDirty, setIsDirty] = useState(false);
  const { generation, reload } = useReload(query, setIsDirty);
  return { generation, isDirty, handlers: { onDirty: setIsDirty, onReload: reload } };
}
