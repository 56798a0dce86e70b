import { type Agent, request } from 'node:http';
import type { BookingCall } from './booking-requests.ts';
import { percentile } from './rounds.ts';

/** The answer to somebody who asked for a booking. */
export interface Answer {
  /** The status, or the code of the error without an answer. */
  readonly status: number | string;
  readonly millis: number;
  readonly endedAt: number;
}

/** @param patienceMillis how long they wait for the answer. Unset: without limit */
export function book(
  { token, body }: BookingCall,
  { url, agent, patienceMillis }: { url: string; agent: Agent; patienceMillis?: number },
): Promise<Answer> {
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const end = (status: number | string) => {
    const endedAt = performance.now();
    resolve({ status, millis: endedAt - started, endedAt });
  };
  const fail = ({ code, message }: NodeJS.ErrnoException) => end(code ?? message);
  const sent = request(
    `${url}/api/bookings`,
    {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(patienceMillis !== undefined && { signal: AbortSignal.timeout(patienceMillis) }),
    },
    (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode ?? 0));
      answer.once('error', fail);
    },
  );
  sent.once('error', fail);
  sent.end(body);
  return promise;
}

/** @returns '100 × 200, 9,900 × 409' */
export function statusesOf(answers: readonly Answer[]): string {
  const groups = Map.groupBy(answers, ({ status }) => status);
  return [...groups].map(([status, alike]) => `${alike.length.toLocaleString('en')} × ${status}`).join(', ');
}

export function timesOf(answers: readonly Answer[]): string {
  const millis = answers.map((answer) => answer.millis);
  const text = (share: number) => ((percentile(millis, share) ?? 0) / 1000).toFixed(2);
  return `p50 ${text(0.5)} s, p99 ${text(0.99)} s`;
}

/** Prints why a measurement fails, and lets the process exit with 1. */
export function fail(sentence: string): void {
  console.error(`FAILED: ${sentence}`);
  process.exitCode = 1;
}
