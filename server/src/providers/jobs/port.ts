import type { Database } from '../../database/database.ts';

/** What is to be done later. Data is small and names rows; whoever does it reads them anew. */
export interface Job {
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Queues work that outlives the process: it is done at least once, so what does it must bear repetition. */
export interface Jobs {
  /** Queues a job in the caller's transaction: it exists if and only if that commits. */
  send(tx: Database, job: Job): Promise<void>;
}

export interface JobHandler {
  readonly name: string;
  /** Throws to be tried again, later and later, for days. */
  readonly work: (data: Readonly<Record<string, string>>) => Promise<void>;
  /** Also done by the clock: a cron expression in UTC. */
  readonly everyMinutes?: string;
}

/** The queue as whoever starts and stops the server sees it. */
export interface JobQueue extends Jobs {
  /** Begins to work, on this node. */
  start(handlers: readonly JobHandler[]): Promise<void>;
  /** Takes no more jobs and waits for those under way. */
  stop(): Promise<void>;
}
