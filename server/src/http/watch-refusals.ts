import type { Caller } from '../call/caller.ts';
import type { Limits } from '../call/limits.ts';
import type { Database } from '../database/database.ts';
import { recordAudit } from '../features/audit/index.ts';

/** A refused call: the person lacks the right, or what they named does not exist for them. */
interface RefusedCall {
  readonly caller: Caller;
  /** The contract's method and path, without the ids that were sent. */
  readonly call: string;
  readonly isChange: boolean;
  readonly address: string;
  readonly now: Date;
}

/**
 * Counts 403 and 404 per person, so that guessing ids ends in 429. Refused changes, every 403 and the end of guessing
 * are written to the audit log, at most one line per call and hour and thirty per person and day, so that a script
 * cannot fill it. If the log cannot be written, the caller gets the same answer; if the counter cannot be read, 503.
 */
export function createRefusalWatch({ db, limits }: { db: Database; limits: Limits }) {
  async function leaveTrace(refused: RefusedCall, status: number): Promise<void> {
    const { caller, call, address, now } = refused;
    const { personId, name } = caller;
    const full =
      (await limits.refuse('tracesByPersonAndCall', `${personId} ${call} ${status}`)) ??
      (await limits.refuse('tracesByPerson', personId));
    if (full) return;
    await recordAudit(db, {
      by: { personId, name, address },
      what: 'refused-request',
      outcome: 'refused',
      detail: `${call} was answered with ${status}.`,
      now,
    });
  }

  /** The caller's answer: the refusal itself, or 429 after too many of them. */
  return async (answer: Response, refused: RefusedCall): Promise<Response> => {
    const { status } = answer;
    if (status !== 403 && status !== 404) return answer;
    const { caller, isChange } = refused;
    const tooMany = await limits.refuse('refusalsByPerson', caller.personId);
    // Admins see everything, so a 404 for them means that it does not exist.
    const isWorthALine = status === 403 || (isChange && !caller.isAdmin);
    if (tooMany || isWorthALine) await leaveTrace(refused, tooMany?.status ?? status);
    return tooMany ?? answer;
  };
}
