import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { idempotencyKeys } from '../database/schema/requests.ts';
import { problemResponse } from './problems.ts';

const MAX_KEY_LENGTH = 200;
const KEPT_HOURS = 24;

export interface KeyedRequest {
  readonly key: string;
  readonly caller: string;
  readonly call: string;
  readonly body: string;
}

/**
 * Carries out a request under an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): once.
 *
 * The key is claimed, the work done and its answer kept in one transaction, which `work` is given. So a crash leaves
 * neither work nor claim; a repetition, however late or parallel, waits for the first and gets its answer; another
 * body under the same key is refused with 422. Failures of ours (5xx) are not kept, so that one may try again.
 */
export async function answerOnce(
  db: Database,
  request: KeyedRequest,
  work: (db: Database) => Promise<Response>,
): Promise<Response> {
  const { key, caller, call, body } = request;
  if (key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    return problemResponse('BAD_REQUEST', {
      message: 'The Idempotency-Key must be 1 to 200 visible ASCII characters.',
    });
  }
  const requestHash = createHash('sha256').update(body).digest('hex');
  const thisKey = and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key));

  try {
    return await db.transaction(async (tx) => {
      const claimed = await tx
        .insert(idempotencyKeys)
        .values({ caller, call, key, requestHash })
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key });

      if (claimed.length === 0) {
        const [kept] = await tx.select().from(idempotencyKeys).where(thisKey);
        if (!kept || kept.status === null) return problemResponse('SERVICE_UNAVAILABLE');
        if (kept.requestHash !== requestHash) return problemResponse('IDEMPOTENCY_KEY_REUSED');
        return new Response(kept.body, {
          status: kept.status,
          headers: { 'content-type': kept.contentType ?? 'application/json', 'idempotent-replayed': 'true' },
        });
      }

      const response = await work(tx);
      if (response.status >= 500) throw new NotKept(response);
      await tx
        .update(idempotencyKeys)
        .set({
          status: response.status,
          contentType: response.headers.get('content-type'),
          body: await response.clone().text(),
        })
        .where(thisKey);
      return response;
    });
  } catch (error) {
    if (error instanceof NotKept) return error.response;
    throw error;
  }
}

/** Rolls the transaction back and carries the answer out of it. */
class NotKept extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('answer not kept');
    this.response = response;
  }
}

/** Forgets the answers that are older than a day. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT_HOURS * 3_600_000)));
}
