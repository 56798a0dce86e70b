import type { Database } from '../../database/database.ts';

/** A job for later. Its data is small and names rows, which the handler reads again. */
export interface Job {
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

/** A durable queue. A job runs at least once, so its work must be repeatable. */
export interface Jobs {
  /** Queues a job in the caller's transaction: it exists if and only if that commits. */
  send(tx: Database, job: Job): Promise<void>;
  /**
   * Runs a task on one node at a time; `undefined` if it is already running, and then it is not run again. A node that
   * dies releases it.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
}

export interface JobHandler {
  readonly name: string;
  /** Throws to be tried again, with increasing pauses, for days. */
  readonly work: (data: Readonly<Record<string, string>>) => Promise<void>;
  /** A schedule in UTC on which it also runs: '17 * * * *' is 17 minutes past every hour. */
  readonly cron?: string;
}

/** The queue for starting and stopping the server. */
export interface JobQueue extends Jobs {
  /** Starts working on jobs, on this node. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  /** Takes no more jobs and waits for running ones. */
  stop(): Promise<void>;
}
