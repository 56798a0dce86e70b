import autocannon, { type AutocannonRequest } from 'autocannon';
import { cpuMillisOf, cpuMillisOfTree } from './cpu-time.ts';
import { percentile, type Round } from './rounds.ts';

export interface HttpLoad {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The server's process, and the first process of its PostgreSQL. */
  readonly serverPid: number;
  readonly databasePid?: number | undefined;
  readonly request: AutocannonRequest;
  readonly signal: AbortSignal;
}

const TOLERATED_FAILURES = 0.01;

/**
 * Sends requests over keep-alive connections, each after the previous answer, and counts the successful answers (2xx and 304).
 *
 * @throws Error if more than one request in a hundred fails, because such a round would measure something else
 */
export async function loadOverHttp(load: HttpLoad): Promise<Round> {
  const { url, connections, seconds, serverPid, databasePid, request, signal } = load;
  const millis: number[] = [];
  let failed = 0;
  let lastFailure = '';
  const before = await cpuTimes(serverPid, databasePid);
  const started = performance.now();

  await new Promise<void>((resolve, reject) => {
    const run = autocannon({ url, connections, duration: seconds, sampleInt: 50, requests: [request] }, (error) =>
      error ? reject(error) : resolve(),
    );
    run.on('response', (_client: unknown, status: number, _bytes: number, took: number) => {
      if ((status >= 200 && status < 300) || status === 304) millis.push(took);
      else {
        failed += 1;
        lastFailure = `status ${status}`;
      }
    });
    run.on('reqError', (error: Error) => {
      failed += 1;
      lastFailure = error.message;
    });
    signal.addEventListener('abort', () => run.stop(), { once: true });
  });

  const elapsedSeconds = (performance.now() - started) / 1000;
  const after = await cpuTimes(serverPid, databasePid);
  signal.throwIfAborted();
  const good = millis.length;
  if (failed > TOLERATED_FAILURES * (good + failed) || good === 0) {
    throw new Error(`${failed} of ${good + failed} requests to ${url} failed, the last with ${lastFailure}.`);
  }
  return {
    perSecond: good / elapsedSeconds,
    p50: percentile(millis, 0.5),
    p99: percentile(millis, 0.99),
    serverMicros: microsEach(before.server, after.server, good),
    databaseMicros: microsEach(before.database, after.database, good),
  };
}

async function cpuTimes(serverPid: number, databasePid: number | undefined) {
  return {
    server: await cpuMillisOf(serverPid),
    database: databasePid === undefined ? undefined : await cpuMillisOfTree(databasePid),
  };
}

/** @returns microseconds of processor time for each of `count`; undefined if the system does not measure it */
export function microsEach(before: number | undefined, after: number | undefined, count: number): number | undefined {
  return before === undefined || after === undefined ? undefined : ((after - before) * 1000) / count;
}
