import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Chance } from '../../testing/random.ts';
import type { TestAnswer, TestClient } from '../../testing/test-client.ts';
import type { FaultyClinic } from './clinic.ts';
import type { Acknowledged, Recorder } from './history.ts';
import type { Kind } from './kinds.ts';

/** After this time the request is repeated, while the first one may still be in progress. */
const PATIENCE_MILLIS = 4_000;
/** Much longer than any harm lasts. */
const GIVES_UP_MILLIS = 60_000;

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: Record<string, unknown> | FormData | ((node: number) => Record<string, unknown>);
  readonly key?: string;
}

export type Requests = ReturnType<typeof startRequests>;

/** How people send requests, whatever happens to the clinic meanwhile. */
export function startRequests(clinic: FaultyClinic, { history, chance }: { history: Recorder; chance: Chance }) {
  let turn = 0;

  /** Repeats the request, at the other node, until there is an answer. */
  async function persistently(
    client: TestClient,
    { method = 'POST', path, body, key = uuidv7() }: Asked,
  ): Promise<TestAnswer> {
    const givesUpAt = Date.now() + GIVES_UP_MILLIS;
    for (;;) {
      const node = (turn += 1) % clinic.urls.length;
      const at = clinic.urls[node] ?? '';
      const sent = typeof body === 'function' ? body(node) : body;
      const asking = client
        .request(method, path, { body: sent, at, headers: { 'idempotency-key': key, origin: clinic.urls[0] ?? '' } })
        .catch(() => undefined);
      const answer = await Promise.race([asking, sleep(PATIENCE_MILLIS, undefined, { ref: false })]);
      if (answer?.status === 500) history.complain(`${method} ${path}: 500 ${JSON.stringify(answer.body)}`);
      if (answer && answer.status < 500) return answer;
      if (Date.now() > givesUpAt) {
        throw new Error(`No answer to ${method} ${path} for a minute, at last ${JSON.stringify(answer)}`);
      }
      history.repeat();
      await sleep(100);
    }
  }

  /** Like `persistently`, for a request that must succeed. Some are sent again, and must get the same answer. */
  async function succeed(client: TestClient, asked: Asked): Promise<TestAnswer | undefined> {
    const request = { key: uuidv7(), ...asked };
    const answer = await persistently(client, request);
    if (answer.status !== 200) {
      history.complain(`${request.path} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      return undefined;
    }
    if (chance.is(0.1)) {
      const again = await persistently(client, request);
      if (JSON.stringify(again.body) !== JSON.stringify(answer.body)) {
        history.complain(`${request.path} had two answers: ${JSON.stringify([answer.body, again.body])}`);
      }
    }
    return answer;
  }

  /** Like `succeed`, and records what the request has made or changed: by default, the thing whose id is in the answer. */
  async function done(
    what: Kind,
    client: TestClient,
    asked: Asked,
    { id, as }: Partial<Pick<Acknowledged, 'id' | 'as'>> = {},
  ): Promise<{ id: string; body: TestAnswer['body'] } | undefined> {
    const answer = await succeed(client, asked);
    if (!answer) return undefined;
    const acknowledged = { what, id: id ?? idIn(answer.body), as };
    history.acknowledge(acknowledged);
    return { id: acknowledged.id, body: answer.body };
  }

  /** Reads a row directly from the database, as soon as there is one and the database answers. */
  async function read<Row>(text: string, values: readonly unknown[]): Promise<Row> {
    const givesUpAt = Date.now() + GIVES_UP_MILLIS;
    for (;;) {
      const [row] = (await clinic.rows<Row>(text, values).catch(() => undefined)) ?? [];
      if (row) return row;
      if (Date.now() > givesUpAt) throw new Error(`No row for a minute: ${text}`);
      await sleep(100);
    }
  }

  return { persistently, succeed, done, read };
}

/** The id of what was made is a field of the answer, or of an object in it. */
function idIn(body: TestAnswer['body']): string {
  const things = [body, ...Object.values(body)] as readonly ({ insertedId?: string; _id?: string } | null)[];
  return things.map((thing) => thing?.insertedId ?? thing?._id).find((id) => id !== undefined) ?? '';
}
