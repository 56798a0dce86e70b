import type { OwedRefund, Takings, TakingsEntry } from '@openhours/contract/clinic-payments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { MoneyMethod, MoneyTotal } from '@openhours/contract/money-total.ts';
import { moneyMethodNames } from '@openhours/contract/money-words.ts';
import { useQuery } from '@tanstack/react-query';
import HandCoins from 'lucide-react/icons/hand-coins';
import { api } from '../../api/client.ts';
import { Amount } from '../../clinic/amount.tsx';
import { timeText } from '../../clinic/instant.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { useLiveRefetch } from '../live/use-live-refetch.ts';
import { realDay } from '../schedule/civil-date.ts';
import { DayChooser } from '../schedule/day-chooser.tsx';
import { fullDate } from '../schedule/full-date.ts';
import { RefundDue } from './refund-due.tsx';

/** What was taken and refunded at the clinic on a day, and what is still owed. For the front desk and admins. */
export function Component() {
  const today = useClinicToday();
  const [query, setQuery] = useSearchParams();
  const day = realDay(query.get('day') ?? '') ?? today;
  const takings = useQuery(
    // Live events do not reach it while it is not shown.
    api.clinicPayments.takings.queryOptions({ input: { date: mediumDateFromIso(day) }, staleTime: 0 }),
  );
  useLiveRefetch(({ type }) => ['payment', 'agenda', 'ready'].includes(type), api.clinicPayments.key());
  return (
    <>
      <PageHeading title="Takings" action={<PrintButton />}>
        <ZoneNote />
      </PageHeading>
      <DayChooser
        day={day}
        today={today}
        onChange={(chosen) => setQuery(chosen === today ? {} : { day: chosen }, { replace: true })}
      />
      <h2 className="mt-8 mb-4 text-heading">{fullDate(day)}</h2>
      {takings.data ? (
        <Day takings={takings.data} />
      ) : (
        <WithoutData query={takings} message="We could not load the takings.">
          <TableOutline columns={5} density="dense" />
        </WithoutData>
      )}
    </>
  );
}

function Day({ takings: { totals, people, entries, owed } }: { takings: Takings }) {
  return (
    <div className="space-y-12">
      {owed.length > 0 && (
        <Section id="owed" title={`Refunds due (${owed.length})`}>
          <Table caption="Refunds due" density="dense" columns={owedColumns} rows={owed} rowKey={({ _id }) => _id} />
        </Section>
      )}
      {entries.length === 0 ? (
        <EmptyState icon={<HandCoins className="size-7" />} title="No payments on this day">
          Payments that you take at the clinic are listed here, by method and by staff member.
        </EmptyState>
      ) : (
        <>
          {totals.length > 0 && (
            <Table
              caption="Totals"
              density="dense"
              columns={[{ ...paidColumn, inCard: 'lead' }, ...sumColumns]}
              rows={totals}
              rowKey={keyOfTotal}
            />
          )}
          {people.length > 1 && (
            <Section id="by-person" title="By staff member">
              <Table
                caption="Totals by staff member"
                density="dense"
                columns={[
                  { header: 'Who', inCard: 'lead', cell: ({ name }: PersonTotal) => name },
                  paidColumn,
                  ...sumColumns,
                ]}
                rows={people.flatMap(({ totals: own, ...person }) => own.map((total) => ({ ...total, ...person })))}
                rowKey={(row) => row._id + keyOfTotal(row)}
              />
            </Section>
          )}
          <Section id="entries" title="Entries">
            <Table
              caption="Entries"
              density="dense"
              columns={entryColumns}
              rows={entries}
              rowKey={({ paymentId, kind, at }) => paymentId + kind + at}
            />
          </Section>
        </>
      )}
    </div>
  );
}

type PersonTotal = MoneyTotal & { _id: string; name: string };

const keyOfTotal = ({ method, currency }: MoneyTotal): string => method + currency;

const paidColumn: TableColumn<{ method: MoneyMethod }> = {
  header: 'Paid',
  nowrap: true,
  cell: ({ method }) => moneyMethodNames[method],
};

const sumColumns: readonly TableColumn<MoneyTotal>[] = [
  { header: 'Payments', align: 'end', cell: ({ payments }) => <span className="tabular-nums">{payments}</span> },
  {
    header: 'Received',
    align: 'end',
    cell: ({ received, currency }) => <Amount amount={received} currency={currency} />,
  },
  {
    header: 'Refunded',
    align: 'end',
    cell: ({ refunded, currency }) => <Amount amount={refunded} currency={currency} />,
  },
  {
    header: 'Total',
    align: 'end',
    cell: ({ total, currency }) => (
      <strong>
        <Amount amount={total} currency={currency} />
      </strong>
    ),
  },
];

const entryColumns: readonly TableColumn<TakingsEntry>[] = [
  { header: 'Time', inCard: 'lead', nowrap: true, cell: ({ at }) => timeText(at) },
  {
    header: 'Patient',
    inCard: 'plain',
    cell: ({ patient, bookingReference }) => (
      <>
        <span dir="auto" className="block font-medium wrap-anywhere">
          {patient}
        </span>
        <span className="block font-mono text-sm tracking-widest text-muted">{bookingReference}</span>
      </>
    ),
  },
  paidColumn,
  {
    header: 'Amount',
    align: 'end',
    cell: ({ amount, currency, kind }) => (
      <span className="inline-flex flex-wrap items-center gap-2 md:justify-end">
        {kind !== 'payment' && <Badge>{kind === 'refund' ? 'Refunded' : 'Correction'}</Badge>}
        <Amount amount={amount} currency={currency} />
      </span>
    ),
  },
  { header: 'By', cell: ({ by }) => by },
  {
    header: 'Receipt',
    cell: ({ paymentId, receiptNumber }) =>
      receiptNumber && (
        <TextLink href={href.receipt(paymentId)} className="whitespace-nowrap">
          {receiptNumber}
        </TextLink>
      ),
  },
];

const owedColumns: readonly TableColumn<OwedRefund>[] = [
  {
    header: 'Patient',
    inCard: 'plain',
    cell: ({ patient, phone }) => (
      <>
        <span dir="auto" className="block font-medium wrap-anywhere">
          {patient}
        </span>
        {phone && <span className="block whitespace-nowrap tabular-nums">{phone}</span>}
      </>
    ),
  },
  {
    header: 'Appointment',
    cell: ({ appointmentDate, bookingReference }) => (
      <>
        {appointmentDate}
        <span className="block font-mono text-sm tracking-widest text-muted">{bookingReference}</span>
      </>
    ),
  },
  { header: 'Why', cell: ({ why }) => why },
  paidColumn,
  {
    header: 'Amount',
    align: 'end',
    cell: (refund) => (
      <div className="grid gap-2 md:justify-items-end">
        <Amount amount={refund.amount} currency={refund.currency} />
        {refund.can.payOut && <RefundDue refund={refund} />}
      </div>
    ),
  },
];
