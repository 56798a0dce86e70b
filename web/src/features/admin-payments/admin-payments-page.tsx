import { amountText } from '@openhours/contract/money.ts';
import type { AdminPayment } from '@openhours/contract/payment.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import HandCoins from 'lucide-react/icons/hand-coins';
import { api } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { pagesOf } from '../../api/list-pages.ts';
import { InstantText } from '../../clinic/instant-text.tsx';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { focusSearch } from '../../ui/focus-search.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { wayText, wordsOf } from '../payments/payment-words.ts';
import { Differences } from './differences.tsx';
import { questionOf, readFilter, writeFilter } from './payment-filter.ts';
import { PaymentFilters } from './payment-filters.tsx';
import { heldPayments } from './payments-to-check.ts';

/** For admins: payments on hold, differences from the providers, and all payments. */
export function Component() {
  return (
    <>
      <PageHeading title="Payments">
        Payments received, payments on hold, and differences from the provider.
      </PageHeading>
      <div className="grid gap-12">
        <OnHold />
        <Differences />
        <AllPayments />
      </div>
    </>
  );
}

function OnHold() {
  const held = useQuery(api.payments.list.queryOptions({ input: heldPayments }));
  if (held.isError && !held.data) {
    return (
      <Section id="on-hold" title="On hold">
        <ErrorState query={held} message={`We couldn't load the payments on hold. ${failureMessage(held.error)}`} />
      </Section>
    );
  }
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
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const payments = useInfiniteQuery(pagesOf(api.payments.list, { input: questionOf(filter), length: 50 }));
  const nothing = isFiltered ? 'Nothing found' : 'No payments yet';
  return (
    <Section id="all-payments" title="All payments">
      <PaymentFilters
        filter={filter}
        // From the present URL: a typed day is reported after a pause.
        onChange={(changes) => setQuery((now) => writeFilter({ ...readFilter(now), ...changes }), { replace: true })}
      />
      <p role="status" className="sr-only">
        {payments.data?.length === 0 && nothing}
      </p>
      <ZoneNote className="mb-4 text-muted" />
      {!payments.data ? (
        <WithoutData query={payments} message={payments.error?.message ?? ''}>
          <TableOutline columns={5} />
        </WithoutData>
      ) : payments.data.length === 0 ? (
        <EmptyState
          icon={<HandCoins className="size-7" />}
          title={nothing}
          action={
            isFiltered && (
              <Button
                variant="secondary"
                onClick={() => {
                  setQuery({});
                  focusSearch();
                }}
              >
                Show all payments
              </Button>
            )
          }
        >
          {isFiltered ? 'No payments match this search.' : 'Payments by patients will appear here.'}
        </EmptyState>
      ) : (
        <Table caption="Payments" columns={columns} rows={payments.data} rowKey={({ _id }) => _id} />
      )}
      <ShowOlder pages={payments}>Show older payments</ShowOlder>
    </Section>
  );
}

const columns: readonly TableColumn<AdminPayment>[] = [
  {
    header: 'Patient',
    inCard: 'plain',
    cell: ({ _id, patient, email }) => (
      <>
        <TextLink href={href.adminPayment(_id)}>{patient}</TextLink>
        <EmailText className="block text-sm text-muted" email={email} />
      </>
    ),
  },
  {
    header: 'For',
    cell: ({ treatment, appointmentDate, bookingState }) => (
      <>
        <span className="wrap-break-word">{treatment}</span>
        <span className="block text-sm whitespace-nowrap text-muted">
          {appointmentDate}
          {bookingState === 'cancelled' && ', cancelled'}
        </span>
      </>
    ),
  },
  {
    header: 'Amount',
    nowrap: true,
    cell: ({ amount, refunded, currency }) => (
      <>
        {amountText(amount, currency)}
        {refunded > 0 && <span className="block text-sm text-muted">{`−${amountText(refunded, currency)}`}</span>}
      </>
    ),
  },
  {
    header: 'Paid',
    cell: (payment) => (
      <>
        <InstantText at={payment.paidAt} />
        <span className="block text-sm text-muted">{wayText(payment)}</span>
      </>
    ),
  },
  {
    header: 'State',
    cell: (payment) => <Badge tone={wordsOf(payment).tone}>{wordsOf(payment).forAdmin}</Badge>,
  },
];
