import { randomUUID } from 'node:crypto';
import { bookings } from '@openhours/server/database/schema/booking.ts';
import type { BenchClinic } from './bench-clinic.ts';
import {
  firstDay,
  holdAt,
  openBenchOptions,
  plainOptions,
  plainRequestAt,
  REQUEST_COUNT,
  requestAt,
} from './booking-requests.ts';
import { cpuMillisOfTree } from './cpu-time.ts';
import { startExpressClinic } from './express-clinic.ts';
import { loadOverHttp, microsEach } from './http-load.ts';
import { type BenchPatient, headersOf } from './patients.ts';
import { type Pgbench, runBookingScript } from './pgbench.ts';
import { type Contender, type Outcome, type RoundPlan, takeTurns } from './rounds.ts';

/**
 * The largest share of a contender's transactions that may end without a booking. Above it the comparison is invalid.
 */
const TOLERATED_REFUSALS = 0.01;
const AHEAD_OF_MEAN = 1.25;

interface BookingMeasurement {
  readonly clinic: BenchClinic;
  readonly patients: readonly BenchPatient[];
  /** Without it, only the servers are measured. */
  readonly pgbench: Pgbench | undefined;
  readonly connections: number;
  readonly plan: RoundPlan;
  readonly signal: AbortSignal;
  readonly cleanUp: AsyncDisposableStack;
}

/**
 * Bookings per second over HTTP, without and with an `Idempotency-Key`, and holds (our pages send one, and hold the slot
 * first), compared with a plain Express server and with pgbench with the one insert that is
 * necessary, with the same number of connections on the same PostgreSQL. All use the next bookings of one sequence; pgbench
 * and our server write to one growing table, the plain server to its own.
 */
export async function measureBookings(measurement: BookingMeasurement): Promise<readonly Outcome[]> {
  const { clinic, patients, pgbench, connections, plan, signal, cleanUp } = measurement;
  const { database, databasePid, connection } = clinic;
  await openBenchOptions(database);
  const day = firstDay(new Date());
  let nextRequest = 0;

  const overHttp = (
    name: string,
    at: { url: string; pid: number; path: string; request: typeof requestAt; isKeyed?: boolean },
  ): Contender => ({
    name,
    run: (seconds) =>
      loadOverHttp({
        url: at.url,
        connections,
        seconds,
        serverPid: at.pid,
        databasePid,
        signal,
        request: {
          method: 'POST',
          path: at.path,
          setupRequest: (request) => {
            const call = at.request(nextRequest, { firstDay: day, patients });
            nextRequest = next(nextRequest + 1);
            const headers = { ...headersOf(call), ...(at.isKeyed && { 'idempotency-key': randomUUID() }) };
            return { ...request, headers, body: call.body };
          },
        },
      }),
  });
  /** The emails of a round take processor time from that round, and not from the contenders after it. */
  const postponingMail = ({ name, run }: Contender): Contender => ({
    name,
    async run(seconds) {
      const ran = await run(seconds);
      await database.pool.query(
        "update outgoing_messages set due_at = due_at + interval '1 day' where state = 'waiting'",
      );
      return ran;
    },
  });
  const ours = { url: clinic.url, pid: clinic.serverPid, path: '/api/bookings', request: requestAt };
  const server = postponingMail(overHttp('Openhours, POST /api/bookings', ours));
  const keyed = postponingMail(overHttp('Openhours, with an Idempotency-Key', { ...ours, isKeyed: true }));
  const hold = overHttp('Openhours, the hold before it', { ...ours, path: '/api/holds', request: holdAt });
  const plainServer = await startExpressClinic(clinic, plainOptions());
  cleanUp.defer(() => plainServer.stop());
  const plain = overHttp('plain Express + pg', { ...plainServer, path: '/bookings', request: plainRequestAt });

  const limit = (tool: Pgbench): Contender => ({
    name: 'pgbench, the one insert',
    async run(seconds) {
      const before = { bookings: await database.db.$count(bookings), cpu: await cpuMillisOfTree(databasePid) };
      const ran = await runBookingScript(tool, {
        connection,
        connections,
        seconds,
        nextRequest,
        firstDay: day,
        signal,
      });
      const cpu = await cpuMillisOfTree(databasePid);
      // Clients advance in their own sequences, and the fastest is ahead of the mean.
      nextRequest = next(nextRequest + Math.ceil(AHEAD_OF_MEAN * ran.transactions));
      const made = (await database.db.$count(bookings)) - before.bookings;
      if (made < (1 - TOLERATED_REFUSALS) * ran.transactions) {
        throw new Error(`Only ${made} of pgbench's ${ran.transactions} transactions made a booking.`);
      }
      return { perSecond: ran.perSecond, databaseMicros: microsEach(before.cpu, cpu, ran.transactions) };
    },
  });

  return takeTurns([server, keyed, hold, plain, ...(pgbench ? [limit(pgbench)] : [])], plan);
}

function next(request: number): number {
  if (request < REQUEST_COUNT) return request;
  throw new Error('All slots are booked: this machine is too fast for the plan. Run with --quick.');
}
