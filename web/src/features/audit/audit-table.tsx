import type { AuditEntry, AuditOutcome } from '@openhours/contract/audit.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { clinicTimeZone } from '../schedule/clinic-day.ts';
import { actionWords, outcomeWords } from './audit-words.ts';

const tones: Record<AuditOutcome, BadgeTone> = { done: 'positive', refused: 'warning', unchanged: 'neutral' };

/** Lines of the log. The time is the clinic's, as the days of the filter are. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const timeZone = clinicTimeZone();
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const columns: readonly TableColumn<AuditEntry>[] = [
    {
      header: 'When',
      cell: ({ at }) => (
        <time dateTime={at} className="tabular-nums">
          {time.format(new Date(at))}
        </time>
      ),
    },
    { header: 'Who', cell: ({ who }) => who.name },
    {
      header: 'What',
      cell: ({ what, detail }) => (
        <>
          <span className="font-medium">{actionWords[what]}</span>
          {detail && <span className="block text-sm text-muted">{detail}</span>}
        </>
      ),
    },
    { header: 'On whom', cell: ({ on }) => on?.name ?? <span className="text-muted">Nobody</span> },
    { header: 'Outcome', cell: ({ outcome }) => <Badge tone={tones[outcome]}>{outcomeWords[outcome]}</Badge> },
    { header: 'From', cell: ({ from }) => <span className="tabular-nums">{from.replace(/^::ffff:/, '')}</span> },
  ];
  return (
    <Table
      density="dense"
      caption={`What admins changed, latest first; times in ${timeZone}`}
      columns={columns}
      rows={entries}
      rowKey={({ _id }) => _id}
    />
  );
}
