import { and, eq, isNull } from 'drizzle-orm';
import { problemResponse } from '../call/problems.ts';
import type { RequestKey } from '../call/request-key.ts';
import { signature } from '../call/signature.ts';
import type { Database } from '../database/database.ts';
import { idempotencyKeys } from '../database/schema/requests.ts';

const MAX_KEY_LENGTH = 200;
/** PostgreSQL cannot index texts of any length, so a longer path is stored as a hash. */
const MAX_CALL_LENGTH = 1000;
/** The header of an answer that was given before. */
export const REPLAYED = ['idempotent-replayed', 'true'] as const;

/**
 * The key of a request with an `Idempotency-Key`, or the refusal of a malformed one.
 *
 * @param options.secret of the clinic. A body may hold a password, which a hash without a secret would reveal to a guess.
 */
export function readRequestKey(options: Omit<RequestKey, 'requestHash'> & { body: string; secret: string }) {
  const { body, secret, call, ...request } = options;
  const { key } = request;
  if (key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    return problemResponse('BAD_REQUEST', {
      message: 'The Idempotency-Key must be 1 to 200 visible ASCII characters.',
    });
  }
  const hash = (text: string) => signature(secret, text).toString('hex');
  return {
    ...request,
    call: call.length > MAX_CALL_LENGTH ? hash(`call ${call}`) : call,
    requestHash: hash(`request ${body}`),
  } satisfies RequestKey;
}

/**
 * Carries out a request with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) once.
 *
 * Key, work and answer are stored in one transaction, which `work` receives. So a crash leaves nothing behind; a
 * repetition, late or parallel, waits for the first and gets its answer; another body with the same key is refused with
 * 422. Server errors (5xx) are not stored, so the request can be tried again.
 */
export async function answerOnce(
  db: Database,
  request: RequestKey,
  work: (db: Database) => Promise<Response>,
): Promise<Response> {
  const thisKey = rowOf(request);
  try {
    return await db.transaction(async (tx) => {
      const { rowCount } = await tx.insert(idempotencyKeys).values(request).onConflictDoNothing();
      if (rowCount === 0) {
        const [stored] = await tx.select().from(idempotencyKeys).where(thisKey);
        if (!stored || stored.status === null) return problemResponse('SERVICE_UNAVAILABLE');
        if (stored.requestHash !== request.requestHash) return problemResponse('IDEMPOTENCY_KEY_REUSED');
        return storedAnswer({ ...stored, status: stored.status });
      }

      const response = await work(tx);
      if (response.status >= 500) throw new NotKept(response);
      await tx
        .update(idempotencyKeys)
        .set(await answerToKeep(response))
        .where(thisKey);
      return response;
    });
  } catch (error) {
    if (error instanceof NotKept) return error.response;
    throw error;
  }
}

/**
 * Carries out a request with an `Idempotency-Key` whose work cannot run in a transaction, such as asking a provider.
 * The key is claimed first, in its own transaction; a success is stored and answered again. Without a stored answer (a
 * refusal, a crash, a repetition while the first is running) the work runs again: it receives the key and must be
 * repeatable.
 */
export async function answerRepeatably(
  db: Database,
  request: RequestKey,
  work: () => Promise<Response>,
): Promise<Response> {
  await db.insert(idempotencyKeys).values(request).onConflictDoNothing();
  const [stored] = await db.select().from(idempotencyKeys).where(rowOf(request));
  if (!stored) return problemResponse('SERVICE_UNAVAILABLE');
  if (stored.requestHash !== request.requestHash) return problemResponse('IDEMPOTENCY_KEY_REUSED');
  if (stored.status !== null) return storedAnswer({ ...stored, status: stored.status });

  const response = await work();
  if (response.ok) {
    await db
      .update(idempotencyKeys)
      .set(await answerToKeep(response))
      .where(and(rowOf(request), isNull(idempotencyKeys.status)));
  }
  return response;
}

function rowOf({ caller, call, key }: RequestKey) {
  return and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key));
}

function storedAnswer(stored: { status: number; contentType: string | null; body: string | null }): Response {
  const headers = new Headers([['content-type', stored.contentType ?? 'application/json'], [...REPLAYED]]);
  return new Response(stored.body, { status: stored.status, headers });
}

async function answerToKeep(response: Response) {
  const { status, headers } = response;
  return { status, contentType: headers.get('content-type'), body: await response.clone().text() };
}

/** Rolls the transaction back and hands the answer to the caller. */
class NotKept extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('answer not stored');
    this.response = response;
  }
}
