import { MAX_EXPORTED } from '@openhours/contract/appointments.ts';
import { clockTime } from '@openhours/contract/clock-time.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { type CsvCell, csvOf } from '../../call/csv.ts';
import type { Database } from '../../database/database.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { bookedPrice } from '../booking/index.ts';
import { showPhone } from '../identity/index.ts';
import { type AppointmentFilter, hasMoreThan, listForExport } from './store.ts';

const HEADER = [
  'Reference',
  'Day',
  'Time',
  'Minutes',
  'Doctor',
  'Treatment',
  'Patient',
  'Email',
  'Phone',
  'State',
  'Paid',
  'Price',
  'Currency',
  'Booked at (UTC)',
] as const;

/** How many rows are read at a time, so that a large table does not hold up other requests. */
const PAGE = 2000;

/** Appointments as CSV, or `undefined` if there are too many. Who exported what is in the audit log. */
export async function exportAppointments(
  db: Database,
  { filter, by, now }: { filter: AppointmentFilter; by: Actor; now: Date },
): Promise<string | undefined> {
  // All pages show the same moment. Otherwise an appointment that is moved meanwhile could be on two of them, or on none.
  const moment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  // oxlint-disable-next-line no-restricted-properties -- It only reads, with an isolation level of its own.
  const rows = await db.transaction((tx) => readRows(tx, filter), moment);
  if (!rows) return undefined;
  const detail = `${rows.length} appointments: ${filterText(filter)}`;
  await recordAudit(db, { by, what: 'export-appointments', outcome: 'done', detail, now });
  return csvOf(HEADER, rows);
}

async function readRows(tx: Database, filter: AppointmentFilter): Promise<readonly CsvCell[][] | undefined> {
  if (await hasMoreThan(tx, MAX_EXPORTED, filter)) return undefined;
  const rows: CsvCell[][] = [];
  let after: string | undefined;
  do {
    const page = await listForExport(tx, { ...filter, limit: PAGE, after });
    rows.push(...page.map(rowOf));
    after = page.length === PAGE ? page.at(-1)?.id : undefined;
  } while (after !== undefined);
  return rows;
}

function rowOf(row: Awaited<ReturnType<typeof listForExport>>[number]): CsvCell[] {
  return [
    row.reference,
    row.day,
    clockTime(row.startMinute),
    row.minutes,
    row.doctorName ?? '',
    row.treatmentName,
    row.patientName,
    row.email,
    showPhone(row.phone),
    row.state,
    row.paid,
    priceOf(bookedPrice(row)),
    row.currency,
    row.bookedAt.toISOString().slice(0, 19).replace('T', ' '),
  ];
}

/** For the audit log. The names in a search are not repeated there. */
function filterText(filter: AppointmentFilter): string {
  const { from, to, fromMinute, doctorId, treatmentId, personId, states, unpaidOnly, search } = filter;
  return [
    from === undefined && to === undefined ? 'all days' : `${from ?? 'the first'} to ${to ?? 'the last'}`,
    fromMinute !== undefined && `from ${clockTime(fromMinute)}`,
    doctorId && `doctor ${doctorId}`,
    treatmentId && `treatment ${treatmentId}`,
    personId && `person ${personId}`,
    states && states.join(', '),
    unpaidOnly && 'to be paid',
    search && 'with a search',
  ]
    .filter(Boolean)
    .join('; ');
}
