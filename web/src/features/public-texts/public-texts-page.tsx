import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LateNotice } from '../../ui/late-notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { clinicFactsQuery, legalTextsQuery } from '../clinic/clinic-queries.ts';
import { LegalTextsForm } from './legal-texts-form.tsx';
import { ShownTextsForm } from './shown-texts-form.tsx';

/** The clinic's legal texts, testimonials, news and figures, for admins. */
export function Component() {
  const facts = useQuery(clinicFactsQuery);
  const legal = useQuery(legalTextsQuery);
  const [generation, setGeneration] = useState(0);
  const [isLegalDirty, setIsLegalDirty] = useState(false);
  const [areShownDirty, setAreShownDirty] = useState(false);
  const reload = async () => {
    await Promise.all([facts, legal].map((query) => query.refetch({ throwOnError: true })));
    setGeneration(generation + 1);
    setIsLegalDirty(false);
    setAreShownDirty(false);
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  const failed = [facts, legal].filter(({ isError }) => isError);
  return (
    <>
      <LeaveGuard when={isLegalDirty || areShownDirty} />
      <PageHeading title="Public Texts">
        What your public pages say. They show a change as soon as it is saved, and leave out what is empty.
      </PageHeading>
      {facts.data && legal.data ? (
        <div key={generation} className="grid max-w-3xl gap-6">
          <LegalTextsForm texts={legal.data} onDirty={setIsLegalDirty} onReload={reload} />
          <ShownTextsForm facts={facts.data} onDirty={setAreShownDirty} onReload={reload} />
        </div>
      ) : failed.length > 0 ? (
        <ErrorState
          message="We could not load your texts."
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
          busy={failed.some(({ isFetching }) => isFetching)}
        />
      ) : (
        <>
          <LateNotice query={facts} />
          <div aria-hidden="true" className="grid max-w-3xl gap-6">
            <Skeleton className="h-172 rounded-card!" />
            <Skeleton className="h-120 rounded-card!" />
          </div>
        </>
      )}
    </>
  );
}
