import type { Logger } from 'pino';
import { isPassingFailure } from '../../call/problems.ts';

/**
 * Logs a failure whose work is repeated later, with the ids of what it is about. An outage of a provider or the database
 * is not logged: it ends by itself, and the run counts it.
 */
export function logUnexpected(log: Logger, error: unknown, ids: Readonly<Record<string, string>>): void {
  if (!isPassingFailure(error)) log.error({ err: error, ...ids }, 'work on a payment failed and will be repeated');
}
