import type { AdminPayment, Payment } from '@openhours/contract/payment.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { priceText } from '../schedule/price-text.ts';
import { Differences } from './differences.tsx';
import { instantText, stateWords } from './payment-words.ts';

const pageLength = 50;
const states: readonly Payment['state'][] = ['kept', 'on-hold', 'given-back'];

/** For the admin: what waits for their word, what differs, and everything that came in. */
export function Component() {
  const { isAdmin } = useSignedInUser();
  return (
    <>
      <PageHeading title="Payments">What came in, what is on hold, and what differs from the provider.</PageHeading>
      {isAdmin ? (
        <div className="grid gap-12">
          <OnHold />
          <Differences />
          <AllPayments />
        </div>
      ) : (
        <p>This page is for admins.</p>
      )}
    </>
  );
}

function OnHold() {
  const input = { state: 'on-hold' as const, limit: 200 };
  const held = useQuery(api.payments.list.queryOptions({ input, context: { bearer: true } }));
  if (!held.data?.length) return null;
  return (
    <Section id="on-hold" title={`On hold (${held.data.length})`}>
      <Table
        caption="Payments on hold"
        columns={[...columns.slice(0, 3), { header: 'Why', cell: ({ heldBecause = '' }) => heldBecause }]}
        rows={held.data}
        rowKey={({ _id }) => _id}
      />
    </Section>
  );
}

function AllPayments() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const state = states.find((known) => known === params.get('state'));
  const payments = useInfiniteQuery(
    api.payments.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ search, state, limit: pageLength, cursor }),
      context: { bearer: true },
      initialPageParam: undefined,
      getNextPageParam: (page) => (page.length === pageLength ? page.at(-1)?._id : undefined),
      select: ({ pages }) => pages.flat(),
    }),
  );
  return (
    <Section id="all-payments" title="All payments">
      <Search
        key={search}
        search={search}
        state={state ?? ''}
        onSearch={(wanted) =>
          setParams(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), {
            preventScrollReset: true,
          })
        }
      />
      {payments.isPending ? (
        <Skeleton className="h-48" />
      ) : payments.isError ? (
        <ErrorState
          message={payments.error.message}
          onRetry={() => void payments.refetch()}
          busy={payments.isFetching}
        />
      ) : payments.data.length === 0 ? (
        <EmptyState
          icon={<HandCoins className="size-7" />}
          title={search || state ? 'Nothing found' : 'No payments yet'}
        >
          {search || state ? 'No payment fits this search.' : 'What patients pay online is listed here.'}
        </EmptyState>
      ) : (
        <Table caption="Payments" columns={columns} rows={payments.data} rowKey={({ _id }) => _id} />
      )}
      {payments.hasNextPage && (
        <Button
          variant="quiet"
          className="mt-6"
          busy={payments.isFetchingNextPage}
          onClick={() => void payments.fetchNextPage()}
        >
          Show older payments
        </Button>
      )}
    </Section>
  );
}

function Search({
  search,
  state,
  onSearch,
}: {
  search: string;
  state: string;
  onSearch: (wanted: { search: string; state: string }) => void;
}) {
  const [text, setText] = useState(search);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch({ search: text.trim(), state });
  };
  return (
    <search>
      <form onSubmit={submit} className="mb-6 grid items-end gap-4 sm:grid-cols-[1fr_auto_auto]">
        <TextField
          label="Search"
          hint="Patient, booking, transaction or receipt number"
          type="search"
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <SelectField
          label="State"
          value={state}
          onChange={({ target }) => onSearch({ search: text.trim(), state: target.value })}
        >
          <option value="">All</option>
          {states.map((one) => (
            <option key={one} value={one}>
              {stateWords[one].forAdmin}
            </option>
          ))}
        </SelectField>
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
    </search>
  );
}

const columns: readonly TableColumn<AdminPayment>[] = [
  {
    header: 'Patient',
    cell: ({ _id, patient, email }) => (
      <>
        <TextLink href={`/dashboard/payments/${_id}`}>{patient}</TextLink>
        <span className="block text-sm break-all text-muted">{email}</span>
      </>
    ),
  },
  {
    header: 'For',
    cell: ({ treatment, appointmentDate, bookingStatus }) => (
      <>
        <span className="wrap-break-word">{treatment}</span>
        <span className="block text-sm whitespace-nowrap text-muted">
          {appointmentDate}
          {bookingStatus === 'cancelled' && ', cancelled'}
        </span>
      </>
    ),
  },
  {
    header: 'Amount',
    cell: ({ amount, refunded }) => (
      <span className="tabular-nums">
        {priceText(amount)}
        {refunded > 0 && <span className="block text-sm text-muted">{`−${priceText(refunded)}`}</span>}
      </span>
    ),
  },
  {
    header: 'Paid',
    cell: ({ paidAt, via }) => (
      <>
        {instantText(paidAt)}
        <span className="block text-sm text-muted">{via === 'card' ? 'Card' : 'Payment page'}</span>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].forAdmin}</Badge>,
  },
];

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-4 text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}
