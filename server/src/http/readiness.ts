import type pg from 'pg';
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

/** A process should get requests while its database answers and it is not stopping. */
export function createReadiness({ pool }: { pool: pg.Pool }): Readiness {
  const probe = createProbe({ pool, name: 'openhours readiness', deadlineMillis: DEADLINE_MILLIS });
  let isStopping = false;
  return {
    async whyNot() {
      if (isStopping) return 'the server is stopping';
      return (await probe.answers()) ? undefined : 'the database does not answer';
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
