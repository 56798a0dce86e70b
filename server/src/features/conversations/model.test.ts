import type { LiveEvent } from '@openhours/contract/live.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { markRead, messagesOf, say, startTalk, talkOn, talksOf, unreadOf, writePost } from '../../testing/talk.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

/**
 * Conversations against a simple model: lists of messages, and marks of how far each has read. Random sequences of
 * sending (again, and both at once), reading, and losing and regaining the line, on two nodes of one clinic.
 */

let nodes: readonly TestApp[];
let doctor: TestClient;
let patients: readonly TestClient[];

beforeAll(async () => {
  const first = await startTestApp();
  nodes = [first, await startTestApp({ beside: first })];
  ({ doctor } = await startTalk(first));
  patients = [await first.person({ name: 'First Patient' }), await first.person({ name: 'Second Patient' })];
});

afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});

interface Said {
  readonly _id: string;
  readonly by: string;
  readonly text: string;
}
interface Talk {
  readonly said: Said[];
  /** How many of the messages each has read, by e-mail. */
  readonly read: Map<string, number>;
}
interface Model {
  /** One for each patient. */
  readonly talks: readonly Talk[];
}

/** A person with a browser: the line may be cut, and what came over it before and after is one list. */
interface Reader {
  readonly client: TestClient;
  stream: EventStream | undefined;
  lastId: string | undefined;
  readonly events: LiveEvent[];
}
interface Real {
  readonly talkIds: readonly string[];
  readonly readers: readonly Reader[];
}

type Command = fc.AsyncCommand<Model, Real>;

const nodeAt = (node: number) => nodes[node % nodes.length]?.url ?? '';
/** Who takes part in the talk of this number: its patient, or the doctor. */
const speaker = (talk: number, isDoctor: boolean): TestClient => (isDoctor ? doctor : patients[talk]) ?? doctor;
const talkOf = (model: Model, talk: number): Talk => model.talks[talk] ?? { said: [], read: new Map() };

async function cutLine(reader: Reader): Promise<void> {
  const { stream } = reader;
  if (!stream) return;
  reader.stream = undefined;
  stream.close();
  await stream.ended;
  reader.events.push(...stream.received.map(({ event }) => event));
  reader.lastId = stream.lastId();
}

async function takeLine(reader: Reader, node: number): Promise<void> {
  await cutLine(reader);
  reader.stream = await openEventStream(reader.client, nodeAt(node), { lastEventId: reader.lastId });
}

const talkNumber = fc.nat({ max: 1 });
const node = fc.nat({ max: 1 });

const send = fc
  .record({ talk: talkNumber, isDoctor: fc.boolean(), node, text: fc.string({ minLength: 1, maxLength: 8 }) })
  .map(
    ({ talk, isDoctor, node, text: random }): Command => ({
      check: () => true,
      toString: () => `${isDoctor ? 'doctor' : 'patient'} says in ${talk} at ${node}`,
      async run(model, real) {
        const by = speaker(talk, isDoctor);
        const { said } = talkOf(model, talk);
        const text = `${said.length} ${Buffer.from(random).toString('hex')}`;
        const _id = uuidv7();
        const { status, body } = await say(by, real.talkIds[talk] ?? '', text, { _id, at: nodeAt(node) });
        expect([status, body['message']]).toEqual([200, undefined]);
        said.push({ _id, by: by.email, text });
        expect(body['conversationMessage']).toMatchObject({ _id, number: said.length, message: text });
      },
    }),
  );

const sendAgain = fc.record({ talk: talkNumber, back: fc.nat({ max: 5 }), node }).map(
  ({ talk, back, node }): Command => ({
    check: (model) => talkOf(model, talk).said.length > 0,
    toString: () => `somebody repeats in ${talk} at ${node}`,
    async run(model, real) {
      const { said } = talkOf(model, talk);
      const place = Math.max(0, said.length - 1 - back);
      const { _id, by, text } = said[place] ?? { _id: '', by: '', text: '' };
      const who = by === doctor.email ? doctor : speaker(talk, false);
      const { status, body } = await say(who, real.talkIds[talk] ?? '', text, { _id, at: nodeAt(node) });
      expect(status).toBe(200);
      expect(body['conversationMessage']).toMatchObject({ _id, number: place + 1, message: text });
    },
  }),
);

const sendAtOnce = fc.record({ talk: talkNumber }).map(
  ({ talk }): Command => ({
    check: () => true,
    toString: () => `both say three things at once in ${talk}, each twice`,
    async run(model, real) {
      const { said } = talkOf(model, talk);
      const wishes = Array.from({ length: 6 }, (_, turn) => ({
        by: speaker(talk, turn % 2 === 0),
        _id: uuidv7(),
        text: `at once ${turn}`,
      }));
      const answers = await Promise.all(
        [...wishes, ...wishes].map(({ by, _id, text }, turn) =>
          say(by, real.talkIds[talk] ?? '', text, { _id, at: nodeAt(turn) }),
        ),
      );
      // The order among them is the server's to say; each of them has one place in it.
      const numbered = answers.map(({ body }) => body['conversationMessage'] as { _id: string; number: number });
      const places = new Map(numbered.map(({ _id, number }) => [_id, number]));
      const order = wishes.toSorted((a, b) => (places.get(a._id) ?? 0) - (places.get(b._id) ?? 0));
      expect(numbered.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
        order.flatMap((_, index) => [said.length + index + 1, said.length + index + 1]),
      );
      said.push(...order.map(({ by, _id, text }) => ({ _id, by: by.email, text })));
    },
  }),
);

const read = fc.record({ talk: talkNumber, isDoctor: fc.boolean(), back: fc.nat({ max: 3 }) }).map(
  ({ talk, isDoctor, back }): Command => ({
    check: () => true,
    toString: () => `${isDoctor ? 'doctor' : 'patient'} reads ${talk} but ${back}`,
    async run(model, real) {
      const by = speaker(talk, isDoctor);
      const { said, read } = talkOf(model, talk);
      const upTo = Math.max(read.get(by.email) ?? 0, said.length - back);
      const { body } = await markRead(by, real.talkIds[talk] ?? '', Math.max(0, said.length - back));
      read.set(by.email, upTo);
      expect(body).toMatchObject({ readNumber: upTo, unread: unreadIn({ said, read }, by.email) });
    },
  }),
);

const reconnect = fc.record({ reader: fc.nat({ max: 2 }), node }).map(
  ({ reader, node }): Command => ({
    check: () => true,
    toString: () => `reader ${reader} comes (back) at ${node}`,
    run: async (_, real) => {
      const one = real.readers[reader];
      if (one) await takeLine(one, node);
    },
  }),
);

const cut = fc.record({ reader: fc.nat({ max: 2 }) }).map(
  ({ reader }): Command => ({
    check: () => true,
    toString: () => `the line of reader ${reader} is cut`,
    run: async (_, real) => {
      const one = real.readers[reader];
      if (one) await cutLine(one);
    },
  }),
);

const deafen = fc.constant<Command>({
  check: () => true,
  toString: () => 'the nodes lose their listening connections',
  async run() {
    await nodes[0]?.database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'openhours live' and datname = current_database()`);
  },
});

const count = fc.constant<Command>({
  check: () => true,
  toString: () => 'everybody counts',
  run: (model, real) => expectCounts(model, real),
});

function unreadIn({ said, read }: Talk, email: string): number {
  return said.slice(read.get(email) ?? 0).filter(({ by }) => by !== email).length;
}

async function expectCounts(model: Model, real: Real): Promise<void> {
  for (const { client } of real.readers) {
    const theirs = await talksOf(client, '?limit=100');
    let all = 0;
    for (const [index, talk] of model.talks.entries()) {
      const found = theirs.find(({ _id }) => _id === real.talkIds[index]);
      if (!found) continue;
      expect(found).toMatchObject({ unread: unreadIn(talk, client.email), messageCount: talk.said.length });
      all += found.unread;
    }
    // Conversations of earlier runs were read to their end.
    expect(await unreadOf(client)).toMatchObject({ messages: all });
  }
}

/** Everyone was told everything, in order and once; and everyone finds the same when they ask. */
async function expectAllTold(model: Model, real: Real): Promise<void> {
  for (const [index, reader] of real.readers.entries()) {
    await takeLine(reader, index);
    const told = () => [...reader.events, ...(reader.stream?.received ?? []).map(({ event }) => event)];
    for (const [number, talkId] of real.talkIds.entries()) {
      const { said } = talkOf(model, number);
      const takesPart = reader.client === doctor || reader.client === patients[number];
      const heard = () =>
        told().flatMap((event) =>
          event.type === 'message' && event.message.conversationId === talkId ? [event.message._id] : [],
        );
      const expected = takesPart ? said.map(({ _id }) => _id) : [];
      await vi.waitFor(() => expect(heard()).toHaveLength(expected.length), { timeout: 5000 });
      expect(heard()).toEqual(expected);
      if (takesPart) {
        expect((await messagesOf(reader.client, talkId, '?limit=200')).map(({ _id }) => _id)).toEqual(expected);
      }
    }
    expect(
      told()
        .filter(({ type }) => type === 'ready')
        .slice(1),
    ).not.toContainEqual({ type: 'ready', resumed: false });
  }
}

it('keeps order, loses nothing, doubles nothing and counts right, whatever happens in which order', async () => {
  const commands = fc.commands([send, send, sendAgain, sendAtOnce, read, reconnect, cut, deafen, count], {
    maxCommands: 40,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const postId = await writePost(doctor);
      const talkIds: string[] = [];
      for (const patient of patients) talkIds.push((await talkOn(patient, postId))._id);
      const readers = [doctor, ...patients].map(
        (client): Reader => ({ client, stream: undefined, lastId: undefined, events: [] }),
      );
      for (const [index, reader] of readers.entries()) await takeLine(reader, index);
      const real: Real = { talkIds, readers };
      const model: Model = { talks: talkIds.map(() => ({ said: [], read: new Map() })) };
      try {
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await expectCounts(model, real);
        await expectAllTold(model, real);
      } finally {
        for (const reader of readers) await cutLine(reader);
        for (const [index, talkId] of talkIds.entries()) {
          for (const one of [doctor, speaker(index, false)]) await markRead(one, talkId, 1_000_000);
        }
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 180_000);
