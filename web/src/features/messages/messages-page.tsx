import type { MessageState } from '@openhours/contract/messages.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import Mails from 'lucide-react/icons/mails';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useSearchParams } from '../../router.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { toast } from '../../ui/toast.ts';
import { stateWords } from './message-words.ts';
import { MessagesTable } from './messages-table.tsx';

const pageLength = 50;
/** How often the list is loaded again while an email waits. */
const WAITING_MILLIS = 5_000;
const isWaiting = ({ state }: { state: MessageState }) => state === 'waiting';
const states: readonly MessageState[] = ['failed', 'waiting', 'sent', 'dropped'];

/** The emails that the clinic sends, for admins, who can send a failed one again. Their texts are nowhere. */
export function Component() {
  const [query, setQuery] = useSearchParams();
  const state = states.find((known) => known === query.get('state'));
  const queryClient = useQueryClient();
  const pages = useInfiniteQuery(
    api.messages.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ state, limit: pageLength, cursor }),
      context: { bearer: true },
      initialPageParam: undefined,
      getNextPageParam: (page) => (page.length === pageLength ? page.at(-1)?._id : undefined),
      select: (data) => data.pages.flat(),
      refetchInterval: ({ state: { data } }) => (data?.pages.flat().some(isWaiting) ? WAITING_MILLIS : false),
    }),
  );
  const retry = useMutation({
    mutationFn: (id: string) => client.messages.retry({ id }, { context: { bearer: true } }),
    onSuccess: () => {
      toast.success('The email is being sent again.');
      document.querySelector<HTMLElement>('main h1')?.focus();
    },
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: () => {
      for (const part of [api.messages, api.audit]) void queryClient.invalidateQueries({ queryKey: part.key() });
    },
  });
  return (
    <>
      <PageHeading title="Emails">
        What the clinic has sent in the last month, latest first, without the texts. If the mail server does not take an
        email, it is tried again for a day.
      </PageHeading>
      <div className="mb-6 max-w-3xs">
        <SelectField
          label="State"
          value={state ?? ''}
          onChange={({ target }) => setQuery(target.value === '' ? {} : { state: target.value })}
        >
          <option value="">All</option>
          {states.map((one) => (
            <option key={one} value={one}>
              {stateWords[one].label}
            </option>
          ))}
        </SelectField>
      </div>
      {pages.data === undefined ? (
        pages.isPending ? (
          <TableOutline query={pages} columns={4} />
        ) : (
          <ErrorState
            message="We could not load the emails."
            onRetry={() => void pages.refetch()}
            busy={pages.isFetching}
          />
        )
      ) : pages.data.length === 0 ? (
        <EmptyState icon={<Mails className="size-7" />} title={state ? 'No such emails' : 'No emails yet'}>
          {state ? 'Choose another state to see more.' : 'Emails to patients and staff will appear here.'}
        </EmptyState>
      ) : (
        <MessagesTable
          messages={pages.data}
          busyId={retry.isPending ? retry.variables : undefined}
          onRetry={(id) => retry.mutate(id)}
        />
      )}
      <ShowOlder pages={pages}>Show older emails</ShowOlder>
    </>
  );
}
