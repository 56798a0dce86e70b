import { describe, expect, it } from 'vitest';
import { createOutbox, type Unsent } from './outbox.ts';

const unsent = (id: string, conversationId = 'c'): Unsent => ({
  _id: id,
  conversationId,
  message: `text ${id}`,
  writtenAt: '2024-01-05T10:00:00.000Z',
});
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A server that stores each `_id` once, and loses answers or refuses as configured. */
function server(behaviour: (id: string) => 'answer' | 'lose the answer' | 'refuse' | 'unreachable') {
  const arrived: string[] = [];
  return {
    arrived,
    send: async ({ _id }: Unsent) => {
      await Promise.resolve();
      const does = behaviour(_id);
      if (does === 'refuse') return { kind: 'refused', trouble: 'No.' } as const;
      if (does !== 'unreachable' && !arrived.includes(_id)) arrived.push(_id);
      return does === 'answer'
        ? ({ kind: 'sent' } as const)
        : ({ kind: 'no-answer', trouble: 'Nobody there.' } as const);
    },
  };
}

describe('unsent messages', () => {
  it('are sent in the order in which they were written, and then removed from the outbox', async () => {
    const { arrived, send } = server(() => 'answer');
    const outbox = createOutbox({ send });
    for (const id of ['1', '2', '3']) outbox.add(unsent(id));
    await settle();
    expect(arrived).toEqual(['1', '2', '3']);
    expect(outbox.messages()).toEqual([]);
  });

  it('stay without an answer, hold back later ones, and are sent in order on retry', async () => {
    let isThere = false;
    const { arrived, send } = server(() => (isThere ? 'answer' : 'unreachable'));
    const outbox = createOutbox({ send });
    for (const id of ['1', '2']) outbox.add(unsent(id));
    await settle();
    expect(outbox.messages().map(({ trouble }) => trouble)).toEqual(['Nobody there.', 'Nobody there.']);
    isThere = true;
    outbox.tryAgain('c');
    await settle();
    expect(arrived).toEqual(['1', '2']);
    expect(outbox.messages()).toEqual([]);
  });

  it('are sent again with the same id after a lost answer', async () => {
    let loses = true;
    const { arrived, send } = server(() => (loses ? 'lose the answer' : 'answer'));
    const outbox = createOutbox({ send });
    outbox.add(unsent('1'));
    await settle();
    loses = false;
    outbox.tryAgain('c');
    await settle();
    expect(arrived).toEqual(['1']);
    expect(outbox.messages()).toEqual([]);
  });

  it('are not held back by a refused message or by another conversation', async () => {
    const { arrived, send } = server((id) => (id === '1' ? 'refuse' : id === '3' ? 'unreachable' : 'answer'));
    const outbox = createOutbox({ send });
    for (const message of [unsent('1'), unsent('2'), unsent('3', 'other'), unsent('4')]) outbox.add(message);
    await settle();
    expect(arrived).toEqual(['2', '4']);
    expect(outbox.messages().map(({ _id, trouble }) => [_id, trouble])).toEqual([
      ['1', 'No.'],
      ['3', 'Nobody there.'],
    ]);
    outbox.remove('1');
    expect(outbox.messages().map(({ _id }) => _id)).toEqual(['3']);
  });

  it('are stored at each change, survive a reload, and then wait for a retry', async () => {
    const keeps: (readonly Unsent[])[] = [];
    const { send, arrived } = server(() => 'answer');
    const outbox = createOutbox({ send, stored: [unsent('1')], onChange: (messages) => keeps.push(messages) });
    expect(outbox.messages()[0]?.trouble).toMatch(/do not know/);
    expect(arrived).toEqual([]);
    outbox.tryAgain('c');
    await settle();
    expect(arrived).toEqual(['1']);
    expect(keeps.at(-1)).toEqual([]);
  });
});
