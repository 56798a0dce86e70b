import { errorCode } from '../error-code.ts';

const TRIES = 3;
/** deadlock_detected and serialization_failure: the whole transaction can be tried again. */
const WORTH_RETRYING = new Set(['40P01', '40001']);

/** Runs a transaction, and retries it after a deadlock; three attempts at most. */
export async function retryingDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      if (attempt === TRIES || !WORTH_RETRYING.has(errorCode(cause) ?? '')) throw error;
    }
  }
}
