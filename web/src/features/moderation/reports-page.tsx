import type { Report } from '@openhours/contract/moderation.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import Flag from 'lucide-react/icons/flag';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { pagesOf } from '../../api/list-pages.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { decidedText } from './decided-text.ts';
import { ReportCard } from './report-card.tsx';

/** Reported items, for admins, who can hide them and show them again. */
export function Component() {
  const [state, setState] = useState<Report['state']>('open');
  const pages = useInfiniteQuery(pagesOf(api.moderation.list, { input: { state }, length: 50 }));
  const decide = useMutation({
    mutationFn: ({ _id, hidden }: { _id: string; hidden: boolean }) =>
      client.moderation.decide({ reportId: _id, hidden }),
    onSuccess: (answer) => toast.success(decidedText(answer)),
    onError: (error) => toast.error(error.message),
    meta: { refetches: [api.moderation], waits: true },
  });
  return (
    <>
      <PageHeading title="Reports">Posts and messages that people have reported.</PageHeading>
      <div role="group" aria-label="Which reports" className="mb-6 flex gap-2">
        {(['open', 'decided'] as const).map((which) => (
          <Chip key={which} aria-pressed={which === state} onClick={() => setState(which)}>
            {which === 'open' ? 'Open' : 'Decided'}
          </Chip>
        ))}
      </div>
      {pages.data === undefined ? (
        <WithoutData query={pages} message="We could not load the reports. Please try again in a moment.">
          <ReportsOutline />
        </WithoutData>
      ) : pages.data.length === 0 ? (
        <EmptyState icon={<Flag className="size-7" />} title={state === 'open' ? 'No open reports' : 'Nothing yet'}>
          {state === 'open' ? 'New reports will appear here.' : 'Decided reports will appear here.'}
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {pages.data.map((report) => (
            <li key={report._id} className="min-w-0">
              <ReportCard
                report={report}
                busy={decide.isPending && decide.variables._id === report._id}
                onDecide={(hidden) => decide.mutate({ _id: report._id, hidden })}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowOlder pages={pages}>Show older reports</ShowOlder>
    </>
  );
}

/** Placeholders for two report cards. */
function ReportsOutline() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {[1, 2].map((place) => (
        <Card key={place} className="grid gap-4 p-5!">
          <div className="flex items-start justify-between">
            <Skeleton className="h-12 w-56" />
            <Skeleton className="h-7 w-18 rounded-full!" />
          </div>
          <Skeleton className="h-12.5" />
          <Skeleton className="h-6 max-w-96" />
          <div className="flex gap-3">
            <Skeleton className="h-11 w-19" />
            <Skeleton className="h-11 w-26" />
          </div>
        </Card>
      ))}
    </div>
  );
}
