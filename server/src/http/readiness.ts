import type pg from 'pg';
import type { Logger } from 'pino';
import { createProbe } from '../database/probe.ts';

/** Longer than any healthy database takes; shorter than the usual deadline of a probe (Kubernetes: one second, set two). */
const DEADLINE_MILLIS = 1500;

/** Whether this process should get requests. */
export interface Readiness {
  /** Why not, as a sentence without a full stop; `undefined` if it should. */
  whyNot(): Promise<string | undefined>;
  /** Says from now on that the process is stopping, so that balancers send it nothing more. */
  beginToStop(): void;
  close(): Promise<void>;
}

/**
 * A process should get requests while its database answers and it is not stopping. Probes are not in the log, but the first
 * one is that finds the database away, and the first one that finds it again.
 */
export function createReadiness({ pool, log }: { pool: pg.Pool; log: Logger }): Readiness {
  const probe = createProbe({ pool, name: 'openhours readiness', deadlineMillis: DEADLINE_MILLIS });
  let isStopping = false;
  let didAnswer = true;
  return {
    async whyNot() {
      if (isStopping) return 'the server is stopping';
      const answers = await probe.answers();
      if (!isStopping && answers !== didAnswer) {
        if (answers) log.info('the database answers again, so /readyz is 200');
        else log.error('the database does not answer, so /readyz is 503');
      }
      didAnswer = answers;
      return answers ? undefined : 'the database does not answer';
    },
    beginToStop() {
      isStopping = true;
    },
    async close() {
      isStopping = true;
      await probe.close();
    },
  };
}
