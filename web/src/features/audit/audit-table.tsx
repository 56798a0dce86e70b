import type { AuditEntry, AuditOutcome } from '@openhours/contract/audit.ts';
import { InstantText } from '../../clinic/instant-text.tsx';
import { clinicTimeZone } from '../../clinic/zone.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { outcomeWords, withWholeDates, wordsOf } from './audit-words.ts';

const tones: Record<AuditOutcome, BadgeTone> = { done: 'positive', refused: 'warning', unchanged: 'neutral' };

/** Lines of the log, with times in the clinic's zone, like the filter's days. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const timeZone = clinicTimeZone();
  const columns: readonly TableColumn<AuditEntry>[] = [
    {
      header: 'When',
      inCard: 'lead',
      cell: ({ at }) => <InstantText at={at} smallest="second" />,
    },
    // Between other columns, a first name and 'Nobody' stay in one piece.
    { header: 'Who', cell: ({ who }) => <div className="md:min-w-16">{who.name}</div> },
    {
      header: 'What',
      cell: ({ what, detail }) => (
        <>
          <span className="font-medium">{wordsOf(what)}</span>
          {detail && <span className="block text-sm text-muted">{withWholeDates(detail)}</span>}
        </>
      ),
    },
    {
      header: 'On whom',
      cell: ({ on }) => <div className="md:min-w-16">{on?.name ?? <span className="text-muted">Nobody</span>}</div>,
    },
    { header: 'Outcome', cell: ({ outcome }) => <Badge tone={tones[outcome]}>{outcomeWords[outcome]}</Badge> },
    {
      header: 'From',
      // Only an address of IPv6 is too long for one line.
      cell: ({ from }) => (
        <span className={classNames('tabular-nums', from.includes('.') && 'whitespace-nowrap')}>
          {from.replace(/^::ffff:/, '')}
        </span>
      ),
    },
  ];
  return (
    <Table
      density="dense"
      caption={`What staff changed, latest first; times in ${timeZone}`}
      columns={columns}
      rows={entries}
      rowKey={({ _id }) => _id}
    />
  );
}
