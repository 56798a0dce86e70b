import assert from 'node:assert/strict';
import type { ConversationMessage } from '@openhours/contract/conversations.ts';
import type { LiveEvent } from '@openhours/contract/live.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { markRead, say } from './conversations.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import type { TestApp } from './test-app.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

/**
 * A simple model of conversations, and actions on it: sending (again, and in parallel), reading, losing the connection.
 */

interface ModelMessage {
  readonly _id: string;
  readonly by: string;
  readonly text: string;
}
interface ModelConversation {
  readonly messages: ModelMessage[];
  /** How many of the messages each person has read, by email address. */
  readonly read: Map<string, number>;
}
export interface Model {
  /** One for each patient. */
  readonly conversations: readonly ModelConversation[];
}

/** A person with a browser, and all events over all its connections. */
export interface Reader {
  readonly client: TestClient;
  stream: EventStream | undefined;
  lastId: string | undefined;
  readonly events: LiveEvent[];
}
/** The clinic that is compared with the model. */
export interface Real {
  readonly nodes: readonly TestApp[];
  readonly doctor: TestClient;
  readonly patients: readonly TestClient[];
  readonly conversationIds: readonly string[];
  readonly readers: readonly Reader[];
}

export type Command = fc.AsyncCommand<Model, Real>;

const nodeAt = ({ nodes }: Real, node: number) => nodes[node % nodes.length]?.url ?? '';
const conversationOf = (model: Model, conversation: number): ModelConversation =>
  model.conversations[conversation] ?? { messages: [], read: new Map() };

/** The participants of a conversation: its patient and the doctor. */
export function speaker({ doctor, patients }: Real, conversation: number, isDoctor: boolean): TestClient {
  return (isDoctor ? doctor : patients[conversation]) ?? doctor;
}

export async function cutLine(reader: Reader): Promise<void> {
  const { stream } = reader;
  if (!stream) return;
  reader.stream = undefined;
  stream.close();
  await stream.ended;
  reader.events.push(...stream.received.map(({ event }) => event));
  reader.lastId = stream.lastId();
}

export async function takeLine(real: Real, reader: Reader, node: number): Promise<void> {
  await cutLine(reader);
  reader.stream = await openEventStream(reader.client, nodeAt(real, node), { lastEventId: reader.lastId });
}

const conversationNumber = fc.nat({ max: 1 });
const node = fc.nat({ max: 1 });

const send = fc
  .record({
    conversation: conversationNumber,
    isDoctor: fc.boolean(),
    node,
    text: fc.string({ minLength: 1, maxLength: 8 }),
  })
  .map(
    ({ conversation, isDoctor, node, text: random }): Command => ({
      check: () => true,
      toString: () => `${isDoctor ? 'doctor' : 'patient'} sends to ${conversation} at ${node}`,
      async run(model, real) {
        const by = speaker(real, conversation, isDoctor);
        const { messages } = conversationOf(model, conversation);
        const text = `${messages.length} ${Buffer.from(random).toString('hex')}`;
        const _id = uuidv7();
        const { status, body } = await say(by, real.conversationIds[conversation] ?? '', text, {
          _id,
          at: nodeAt(real, node),
        });
        messages.push({ _id, by: by.email, text });
        assertKept({ status, body }, { _id, number: messages.length, text });
      },
    }),
  );

const sendAgain = fc.record({ conversation: conversationNumber, back: fc.nat({ max: 5 }), node }).map(
  ({ conversation, back, node }): Command => ({
    check: (model) => conversationOf(model, conversation).messages.length > 0,
    toString: () => `a message is sent again to ${conversation} at ${node}`,
    async run(model, real) {
      const { messages } = conversationOf(model, conversation);
      const place = Math.max(0, messages.length - 1 - back);
      const { _id, by, text } = messages[place] ?? { _id: '', by: '', text: '' };
      const who = speaker(real, conversation, by === real.doctor.email);
      const { status, body } = await say(who, real.conversationIds[conversation] ?? '', text, {
        _id,
        at: nodeAt(real, node),
      });
      assertKept({ status, body }, { _id, number: place + 1, text });
    },
  }),
);

const sendAtOnce = fc.record({ conversation: conversationNumber }).map(
  ({ conversation }): Command => ({
    check: () => true,
    toString: () => `both send three messages in parallel to ${conversation}, each twice`,
    async run(model, real) {
      const { messages } = conversationOf(model, conversation);
      const requests = Array.from({ length: 6 }, (_, turn) => ({
        by: speaker(real, conversation, turn % 2 === 0),
        _id: uuidv7(),
        text: `at once ${turn}`,
      }));
      const answers = await Promise.all(
        [...requests, ...requests].map(({ by, _id, text }, turn) =>
          say(by, real.conversationIds[conversation] ?? '', text, { _id, at: nodeAt(real, turn) }),
        ),
      );
      // The server decides their order.
      const numbered = answers.map(({ body }) => body['conversationMessage'] as { _id: string; number: number });
      const places = new Map(numbered.map(({ _id, number }) => [_id, number]));
      const order = requests.toSorted((a, b) => (places.get(a._id) ?? 0) - (places.get(b._id) ?? 0));
      assert.deepEqual(
        numbered.map(({ number }) => number).toSorted((a, b) => a - b),
        order.flatMap((_, index) => [messages.length + index + 1, messages.length + index + 1]),
      );
      messages.push(...order.map(({ by, _id, text }) => ({ _id, by: by.email, text })));
    },
  }),
);

const read = fc.record({ conversation: conversationNumber, isDoctor: fc.boolean(), back: fc.nat({ max: 3 }) }).map(
  ({ conversation, isDoctor, back }): Command => ({
    check: () => true,
    toString: () => `${isDoctor ? 'doctor' : 'patient'} reads ${conversation} but ${back}`,
    async run(model, real) {
      const by = speaker(real, conversation, isDoctor);
      const { messages, read } = conversationOf(model, conversation);
      const upTo = Math.max(read.get(by.email) ?? 0, messages.length - back);
      const { body } = await markRead(
        by,
        real.conversationIds[conversation] ?? '',
        Math.max(0, messages.length - back),
      );
      read.set(by.email, upTo);
      const expected = { acknowledged: true, readNumber: upTo, unread: unreadIn({ messages, read }, by.email) };
      assert.deepEqual(body, expected);
    },
  }),
);

const reconnect = fc.record({ reader: fc.nat({ max: 2 }), node }).map(
  ({ reader, node }): Command => ({
    check: () => true,
    toString: () => `reader ${reader} comes (back) at ${node}`,
    run: async (_, real) => {
      const one = real.readers[reader];
      if (one) await takeLine(real, one, node);
    },
  }),
);

const cut = fc.record({ reader: fc.nat({ max: 2 }) }).map(
  ({ reader }): Command => ({
    check: () => true,
    toString: () => `the connection of reader ${reader} breaks`,
    run: async (_, real) => {
      const one = real.readers[reader];
      if (one) await cutLine(one);
    },
  }),
);

const deafen = fc.constant<Command>({
  check: () => true,
  toString: () => 'the nodes lose their listening connections',
  async run(_, { nodes }) {
    await nodes[0]?.database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'openhours live' and datname = current_database()`);
  },
});

/** How many messages of a conversation a person has not read, by the model. */
export function unreadIn({ messages, read }: ModelConversation, email: string): number {
  return messages.slice(read.get(email) ?? 0).filter(({ by }) => by !== email).length;
}

function assertKept(
  { status, body }: Pick<TestAnswer, 'status' | 'body'>,
  expected: { _id: string; number: number; text: string },
): void {
  assert.equal(status, 200);
  const { _id, number, message: text } = body['conversationMessage'] as ConversationMessage;
  assert.deepEqual({ _id, number, text }, expected);
}

/** The actions, by weight. */
export const conversationCommands: readonly fc.Arbitrary<Command>[] = [
  send,
  send,
  sendAgain,
  sendAtOnce,
  read,
  reconnect,
  cut,
  deafen,
];
