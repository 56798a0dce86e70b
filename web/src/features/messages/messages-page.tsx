import { counted } from '@openhours/contract/counted.ts';
import type { MessageState, OutgoingMessage } from '@openhours/contract/messages.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import Mails from 'lucide-react/icons/mails';
import SearchX from 'lucide-react/icons/search-x';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { pagesOf, rowsOf } from '../../api/list-pages.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { useParameter } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusSearch } from '../../ui/focus-search.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { loadAgainIn } from './load-again.ts';
import { stateWords } from './message-words.ts';
import { MessagesTable } from './messages-table.tsx';

const states: readonly MessageState[] = ['failed', 'unreachable', 'waiting', 'sent', 'dropped'];

/** The emails and text messages that the clinic sends, for admins, who can send a failed one again. Their texts are not stored. */
export function Component() {
  const [wanted, choose] = useParameter('state');
  const [typed, searchFor] = useParameter('search');
  const state = states.find((known) => known === wanted);
  const search = typed.slice(0, 100);
  const pages = useInfiniteQuery({
    ...pagesOf(api.messages.list, {
      input: { state, search },
      length: 50,
      cursorOf: ({ queuedAt, _id }) => `${queuedAt},${_id}`,
    }),
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => loadAgainIn(data ? rowsOf(data) : [], dataUpdatedAt),
  });
  const { one, all } = useRetries();
  return (
    <>
      <PageHeading title="Outgoing Messages">
        The emails and text messages of the last month, latest first, without the texts. If a provider does not accept a
        message, we try again for a day. <TextLink href={href.messageTexts()}>See what emails say</TextLink>
        <ZoneNote />
      </PageHeading>
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <SearchField label="Search by name or email of the recipient" value={search} onSearch={searchFor} />
        <SelectField
          label="State"
          className="grow basis-48 sm:max-w-64"
          value={state ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">All</option>
          <Options of={states.map((one) => [one, stateWords[one].label])} />
        </SelectField>
        {state === 'failed' && search === '' && pages.data && pages.data.length > 0 && (
          <Button variant="secondary" busy={all.isPending} onClick={() => all.mutate()}>
            Send all failed messages again
          </Button>
        )}
      </div>
      <p role="status" className={search !== '' && pages.data?.length ? 'mb-4 text-muted' : 'sr-only'}>
        {pages.data && search !== '' && foundText(pages.data.length, pages.hasNextPage)}
      </p>
      {pages.data === undefined ? (
        <WithoutData query={pages} message="We could not load the messages.">
          <TableOutline columns={4} />
        </WithoutData>
      ) : pages.data.length === 0 ? (
        <NothingFound
          state={state}
          search={search}
          onShowAll={() => {
            choose('');
            searchFor('');
            focusSearch();
          }}
        />
      ) : (
        <MessagesTable
          messages={pages.data}
          busyId={one.isPending ? one.variables._id : undefined}
          onRetry={(message) => one.mutate(message)}
        />
      )}
      <ShowOlder pages={pages}>Show older messages</ShowOlder>
    </>
  );
}

function NothingFound({
  state,
  search,
  onShowAll,
}: {
  state: MessageState | undefined;
  search: string;
  onShowAll: () => void;
}) {
  if (search === '' && state === undefined) {
    return (
      <EmptyState icon={<Mails className="size-7" />} title={nothingText(search, state)}>
        Emails and text messages to patients and staff will appear here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX className="size-7" />}
      title={nothingText(search, state)}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all messages
        </Button>
      }
    >
      {search === ''
        ? 'Choose another state to see more.'
        : "Every word must occur in the recipient's name or email address."}
    </EmptyState>
  );
}

function foundText(count: number, hasMore: boolean): string {
  return count === 0 ? 'No results' : `${count}${hasMore ? ' or more' : ''} found`;
}

function nothingText(search: string, state: MessageState | undefined): string {
  if (search === '') return state ? 'No such messages' : 'No messages yet';
  return `No results for “${search}”${state ? ` with the state “${stateWords[state].label}”` : ''}`;
}

/** Sends one failed message again, or all of them. */
function useRetries() {
  const after = {
    onError: (error: Error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.messages, api.audit] },
  };
  const one = useMutation({
    mutationFn: ({ _id: id }: OutgoingMessage) => client.messages.retry({ id }),
    onSuccess: (_, { channel }) =>
      // A text message may wait for the morning.
      toast.success(channel === 'text' ? 'The text message will be sent again.' : 'The email is being sent again.'),
    ...after,
  });
  const all = useMutation({
    mutationFn: () => client.messages.retryAll(),
    onSuccess: ({ queued }) => toast.success(`${counted(queued, 'message is', 'messages are')} being sent again.`),
    ...after,
  });
  return { one, all };
}
