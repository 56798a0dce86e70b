import type { OpenDatabase } from '@openhours/server/database/connect.ts';
import { listAppointments } from '@openhours/server/features/appointments/store.ts';
import { findStatistics } from '@openhours/server/features/statistics/find-statistics.ts';
import { startBenchClinic } from './bench-clinic.ts';
import { addPastBookings, settle } from './history.ts';
import { insertPatients } from './patients.ts';
import { percentile } from './rounds.ts';

/**
 * `npm run bench -- --statistics`: how long the questions of admins and the front desk take with a million appointments,
 * each with and without its index in turns, and the plan of the largest statement.
 */

const COUNT = process.argv.includes('--quick') ? 50_000 : 1_000_000;
const ROUNDS = 3;
const DAY_MILLIS = 86_400_000;

export async function measureStatistics(cleanUp: AsyncDisposableStack): Promise<void> {
  const clinic = await startBenchClinic(cleanUp);
  const { database } = clinic;
  await insertPatients(database.db, { secret: clinic.secret, issuer: clinic.url });
  await fill(database);
  await settle(database);
  const { rows } = await database.pool.query<{ count: string; first: string; treatment: string }>(`
    select count(*)::int as count, to_char(min(day), 'YYYY-MM-DD') as first,
      (select id from treatments order by position limit 1) as treatment from bookings`);
  const { count, first = '', treatment = '' } = rows[0] ?? { count: '0' };
  const last = dayBefore(1);
  console.log(
    `Statistics of ${Number(count).toLocaleString('en')} appointments, ${first} to ${last}; ${ROUNDS} rounds in turns, medians\n`,
  );

  const statistics = (from: string) => () => findStatistics(database.db, { first: from, last, timeZone: 'UTC' });
  const search = (filter: object) => () => listAppointments(database.db, { ...everything, ...filter });
  await inTurns(database, [
    { name: 'statistics, the last month', run: statistics(dayBefore(31)), without: 'bookings_for_statistics' },
    { name: 'statistics, the last year', run: statistics(dayBefore(365)), without: 'bookings_for_statistics' },
    { name: 'statistics, everything', run: statistics(first), without: 'bookings_for_statistics' },
    {
      name: 'search, no-shows of a year',
      run: search({ from: dayBefore(365), states: ['no-show'] }),
      without: 'bookings_in_order',
    },
    { name: 'search, a treatment', run: search({ treatmentId: treatment }), without: 'bookings_in_order' },
    {
      name: 'search, a person',
      run: search({ personId: '00000000-0000-7000-8000-000000000007' }),
      without: 'bookings_of_patient',
    },
  ]);
  console.log(await planOf(database, first, last));
}

/**
 * Inserts the appointments. Without foreign keys and triggers, which would take most of an
 * hour for a million rows and are of no use to reads.
 */
async function fill({ pool }: OpenDatabase): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`
      set statement_timeout = 0;
      alter table bookings disable trigger user;
      do $$
      declare one record;
      begin
        for one in select conrelid::regclass as owner, conname from pg_constraint where contype in ('f', 'x')
          and conrelid in ('bookings'::regclass, 'payments'::regclass, 'payment_orders'::regclass)
        loop execute format('alter table %s drop constraint %I', one.owner, one.conname); end loop;
      end $$`);
    await addPastBookings({ pool: client }, COUNT, { withOutcomes: true });
  } finally {
    client.release(true);
  }
}

const everything = {
  from: undefined,
  to: undefined,
  fromMinute: undefined,
  doctorId: undefined,
  treatmentId: undefined,
  personId: undefined,
  states: undefined,
  unpaidOnly: false,
  search: '',
  phoneCountry: undefined,
  limit: 100,
  after: undefined,
} as const;

interface Question {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  /** The index that it is measured without, too. */
  readonly without: string;
}

/** All questions with their indexes, then without: A B A B, so that other load affects both. */
async function inTurns({ pool }: OpenDatabase, questions: readonly Question[]): Promise<void> {
  const indexes = [...new Set(questions.map(({ without }) => without))];
  const { rows: definitions } = await pool.query<{ text: string }>(
    'select pg_get_indexdef(name::regclass) as text from unnest($1::text[]) name',
    [indexes],
  );
  const withIndexes = questions.map((): number[] => []);
  const without = questions.map((): number[] => []);
  const askAll = async (times: readonly number[][]): Promise<void> => {
    for (const [at, { run }] of questions.entries()) {
      // The first time reads from the disk.
      await run();
      const start = performance.now();
      await run();
      times[at]?.push(performance.now() - start);
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await askAll(withIndexes);
    await pool.query(indexes.map((index) => `drop index "${index}"`).join(';'));
    await askAll(without);
    for (const { text } of definitions) await pool.query(text);
  }
  for (const [at, { name, without: index }] of questions.entries()) {
    console.log(`  ${name.padEnd(27)}${millis(withIndexes[at])} ms, without ${index}${millis(without[at])} ms`);
  }
}

async function planOf({ pool }: OpenDatabase, first: string, last: string): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off, timing off, summary on)
     select day, state, calendar_id, case when state = 'cancelled' then changed_as end, count(*), sum(minutes)
     from bookings where day between $1 and $2 group by 1, 2, 3, 4`,
    [first, last],
  );
  return rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n');
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MILLIS).toISOString().slice(0, 10);
}

function millis(times: readonly number[] = []): string {
  return (percentile(times, 0.5) ?? 0).toFixed(0).padStart(6);
}
