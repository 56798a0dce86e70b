import type { OpenDatabase } from '@openhours/server/database/connect.ts';
import type { BenchClinic } from './bench-clinic.ts';
import { cpuMillisOfFamily } from './cpu-time.ts';
import { loadOverHttp, microsEach } from './http-load.ts';
import type { BenchPatient } from './patients.ts';
import { type Pgbench, runBookingScript } from './pgbench.ts';
import { type Contender, type Outcome, type RoundPlan, takeTurns } from './rounds.ts';
import { firstDay, openBenchOptions, WISH_COUNT, wishAt } from './wishes.ts';

/**
 * The largest share of a contender's transactions that may end without a booking. Above it the comparison is invalid.
 */
const TOLERATED_REFUSALS = 0.01;
const AHEAD_OF_MEAN = 1.25;

export interface BookingMeasurement {
  readonly clinic: BenchClinic;
  readonly patients: readonly BenchPatient[];
  /** Without it, only the server is measured. */
  readonly pgbench: Pgbench | undefined;
  readonly connections: number;
  readonly plan: RoundPlan;
  readonly signal: AbortSignal;
}

/**
 * Bookings per second over HTTP, compared with pgbench with the same statements, transactions and number of connections
 * on the same PostgreSQL. Both use the next bookings of one sequence and write to one growing table.
 */
export async function measureBookings(measurement: BookingMeasurement): Promise<readonly Outcome[]> {
  const { clinic, patients, pgbench, connections, plan, signal } = measurement;
  const { database, databasePid, connection } = clinic;
  await openBenchOptions(database);
  const day = firstDay(new Date());
  let nextWish = 0;

  const server: Contender = {
    name: 'Openhours, POST /api/bookings',
    run: (seconds) =>
      loadOverHttp({
        url: clinic.url,
        connections,
        seconds,
        serverPid: clinic.serverPid,
        databasePid,
        signal,
        request: {
          method: 'POST',
          path: '/api/bookings',
          setupRequest: (request) => {
            const { token, body } = wishAt(nextWish, { firstDay: day, patients });
            nextWish = next(nextWish + 1);
            const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
            return { ...request, headers, body };
          },
        },
      }),
  };

  const limit = (tool: Pgbench): Contender => ({
    name: 'pgbench, the same statements',
    async run(seconds) {
      const before = { bookings: await countBookings(database), cpu: await cpuMillisOfFamily(databasePid) };
      const ran = await runBookingScript(tool, { connection, connections, seconds, nextWish, firstDay: day, signal });
      const cpu = await cpuMillisOfFamily(databasePid);
      // Clients advance in their own sequences, and the fastest is ahead of the mean.
      nextWish = next(nextWish + Math.ceil(AHEAD_OF_MEAN * ran.transactions));
      const made = (await countBookings(database)) - before.bookings;
      if (made < (1 - TOLERATED_REFUSALS) * ran.transactions) {
        throw new Error(`Only ${made} of pgbench's ${ran.transactions} transactions made a booking.`);
      }
      return { perSecond: ran.perSecond, databaseMicros: microsEach(before.cpu, cpu, ran.transactions) };
    },
  });

  return takeTurns(pgbench ? [server, limit(pgbench)] : [server], plan);
}

function next(wish: number): number {
  if (wish < WISH_COUNT) return wish;
  throw new Error('All slots are booked: this machine is too fast for the plan. Run with --quick.');
}

async function countBookings({ pool }: OpenDatabase): Promise<number> {
  const { rows } = await pool.query<{ made: number }>('select count(*)::int as made from bookings');
  return rows[0]?.made ?? 0;
}
