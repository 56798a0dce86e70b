import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';

test('a connection is closed if a thousand events arrive while its missed ones are fetched', () => {
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  const connection = createConnection({ outgoing, personId: 'pat', sessionId: 'first' });
  const give = (id: number) =>
    connection.give({ id, audience: null, exceptFor: null, event: { type: 'slots', date: 'Jan 5, 2030' } }, '');
  for (let id = 1; id <= 1000; id += 1) give(id);
  expect(outgoing.destroyed).toBe(false);
  give(1001);
  expect(outgoing.destroyed).toBe(true);
});
