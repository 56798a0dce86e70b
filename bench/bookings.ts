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
  /** The number of connections in a rush. */
  readonly crowd: number;
  readonly plan: RoundPlan;
  readonly signal: AbortSignal;
  readonly cleanUp: AsyncDisposableStack;
}

/**
 * Bookings per second over HTTP, without and with an `Idempotency-Key`, compared with a plain Express server, with holds (our
 * pages send a key, and hold the slot first) and with pgbench with the one insert that is necessary, with the same number of
 * connections on the same PostgreSQL; then the first three again for a crowd. All use the next bookings of one sequence;
 * pgbench and our server write to one growing table, the plain server to its own.
 */
export async function measureBookings(
  measurement: BookingMeasurement,
): Promise<{ usual: readonly Outcome[]; rush: readonly Outcome[] }> {
  const { clinic, patients, pgbench, connections, crowd, plan, signal, cleanUp } = measurement;
  const { database, databasePid, connection } = clinic;
  await openBenchOptions(database);
  const day = firstDay(new Date());
  let nextRequest = 0;

  const overHttp = (
    name: string,
    at: { url: string; pid: number; path: string; request: typeof requestAt; isKeyed?: boolean; connections: number },
  ): Contender => ({
    name,
    run: (seconds) =>
      loadOverHttp({
        url: at.url,
        connections: at.connections,
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
  const plainServer = await startExpressClinic(clinic, plainOptions());
  cleanUp.defer(() => plainServer.stop());
  const server = { url: clinic.url, pid: clinic.serverPid };
  /** The servers that are measured, each with this number of connections. */
  const servers = (many: number): readonly Contender[] => {
    const ours = { ...server, path: '/api/bookings', request: requestAt, connections: many };
    const plain = { ...plainServer, path: '/bookings', request: plainRequestAt, connections: many };
    return [
      postponingMail(overHttp('Openhours, POST /api/bookings', ours)),
      postponingMail(overHttp('Openhours, with an Idempotency-Key', { ...ours, isKeyed: true })),
      overHttp('plain Express + pg', plain),
    ];
  };
  const hold = { ...server, path: '/api/holds', request: holdAt, connections };

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

  const others = [overHttp('Openhours, the hold before it', hold), ...(pgbench ? [limit(pgbench)] : [])];
  const usual = await takeTurns([...servers(connections), ...others], plan);
  return { usual, rush: await takeTurns(servers(crowd), plan) };
}

function next(request: number): number {
  if (request < REQUEST_COUNT) return request;
  throw new Error('All slots are booked: this machine is too fast for the plan. Run with --quick.');
}
