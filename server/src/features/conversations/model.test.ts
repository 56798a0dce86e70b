import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import {
  type Command,
  conversationCommands,
  cutLine,
  type Model,
  type Reader,
  type Real,
  speaker,
  takeLine,
  unreadIn,
} from '../../../testing/conversation-model.ts';
import {
  conversationOn,
  conversationsOf,
  doctorWithPost,
  markRead,
  messagesOf,
  unreadOf,
  writePost,
} from '../../../testing/conversations.ts';
import { startTestApp } from '../../../testing/test-app.ts';

/** Compares conversations on two nodes with a simple model, over random sequences of actions. */

const first = await startTestApp();
const nodes = [first, await startTestApp({ beside: first })];
const { doctor } = await doctorWithPost(first);
const patients = [await first.person({ name: 'First Patient' }), await first.person({ name: 'Second Patient' })];

afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});

const count = fc.constant<Command>({
  check: () => true,
  toString: () => 'everybody counts',
  run: (model, real) => expectCounts(model, real),
});

async function expectCounts(model: Model, real: Real): Promise<void> {
  for (const { client } of real.readers) {
    const theirs = await conversationsOf(client, '?limit=100');
    let all = 0;
    for (const [index, conversation] of model.conversations.entries()) {
      const found = theirs.find(({ _id }) => _id === real.conversationIds[index]);
      if (!found) continue;
      expect(found).toMatchObject({
        unread: unreadIn(conversation, client.email),
        messageCount: conversation.messages.length,
      });
      all += found.unread;
    }
    // Conversations of earlier runs have been read to their end.
    expect(await unreadOf(client)).toMatchObject({ messages: all });
  }
}

/** Everyone received every event once and in order, and the API returns the same to everyone. */
async function expectAllInformed(model: Model, real: Real): Promise<void> {
  for (const [index, reader] of real.readers.entries()) {
    await takeLine(real, reader, index);
    const events = () => [...reader.events, ...(reader.stream?.received ?? []).map(({ event }) => event)];
    for (const [number, conversationId] of real.conversationIds.entries()) {
      const messages = model.conversations[number]?.messages ?? [];
      const takesPart = reader.client === doctor || reader.client === patients[number];
      const received = () =>
        events().flatMap((event) =>
          event.type === 'message' && event.message.conversationId === conversationId ? [event.message._id] : [],
        );
      const expected = takesPart ? messages.map(({ _id }) => _id) : [];
      await vi.waitFor(() => expect(received()).toHaveLength(expected.length), { timeout: 30_000 });
      expect(received()).toEqual(expected);
      if (takesPart) {
        expect((await messagesOf(reader.client, conversationId, '?limit=200')).map(({ _id }) => _id)).toEqual(expected);
      }
    }
    expect(
      events()
        .filter(({ type }) => type === 'ready')
        .slice(1),
    ).not.toContainEqual({ type: 'ready', resumed: false });
  }
}

it('keeps the order, loses and repeats nothing, and counts correctly, for any sequence of actions', async () => {
  const commands = fc.commands([...conversationCommands, count], { maxCommands: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const real = await startAnew();
      const model: Model = { conversations: real.conversationIds.map(() => ({ messages: [], read: new Map() })) };
      try {
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await expectCounts(model, real);
        await expectAllInformed(model, real);
      } finally {
        await finish(real);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 180_000);

/** A new post with a conversation for each patient, and everyone connected. */
async function startAnew(): Promise<Real> {
  const postId = await writePost(doctor);
  const conversationIds: string[] = [];
  for (const patient of patients) conversationIds.push((await conversationOn(patient, postId))._id);
  const readers = [doctor, ...patients].map(
    (client): Reader => ({ client, stream: undefined, lastId: undefined, events: [] }),
  );
  const real = { nodes, doctor, patients, conversationIds, readers };
  for (const [index, reader] of readers.entries()) await takeLine(real, reader, index);
  return real;
}

/** Marks everything as read, so that the next run counts from zero. */
async function finish(real: Real): Promise<void> {
  for (const reader of real.readers) await cutLine(reader);
  for (const [index, conversationId] of real.conversationIds.entries()) {
    for (const one of [doctor, speaker(real, index, false)]) await markRead(one, conversationId, 1_000_000);
  }
}
