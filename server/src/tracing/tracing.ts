import type { MiddlewareHandler } from 'hono';
import type pg from 'pg';
import type { RequestVariables } from '../http/request-variables.ts';
import type { JobQueue } from '../providers/jobs/port.ts';
import type { MailSender } from '../providers/mail/port.ts';

/** Records what this node does as spans, for a collector of traces. None of them says who somebody is. */
export interface Tracing {
  /** Records requests. Mount it before everything else. */
  readonly request: MiddlewareHandler<{ Variables: RequestVariables }>;
  /** Records an answer that `request` does not see; returns the id of its trace. */
  readonly answered: (answer: AnsweredRequest) => string;
  /** Records the statements of this pool. Call it before its first connection. */
  readonly watchPool: (pool: pg.Pool) => void;
  /** The same queue, with one trace for each job, linked to the request that queued it. */
  readonly watchJobs: <Queue extends JobQueue>(queue: Queue) => Queue;
  /** The same sender, with a span for each email. */
  readonly watchMail: (sender: MailSender) => MailSender;
  /** Sends what is left, for a few seconds at most, and records nothing more. */
  stop(): Promise<void>;
}

export interface AnsweredRequest {
  readonly method: string;
  /** As in the contract: 'GET /bookings/{id}'. */
  readonly call: string;
  readonly status: number;
  readonly caller: string;
  /** How long it took. */
  readonly millis: number;
  /** The header that began the trace, if a proxy of ours sent it. */
  readonly traceParent: string;
}
