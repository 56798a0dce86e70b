import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { startLocalServer } from '../../../testing/local-server.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { createLog } from '../../log/create-log.ts';
import { createPwnedPasswords } from './pwned-passwords.ts';

const logLines: string[] = [];
const log = createLog('info', { write: (line: string) => void logLines.push(line) });

it('finds the passwords that were breached, and no others', async () => {
  const sandbox = await startSandbox({ port: 0, production: false });
  onTestFinished(() => sandbox.stop());
  const passwords = createPwnedPasswords({ url: `${sandbox.url}/breached-passwords`, log });
  expect(await passwords.has('Zeppelin!Moss1')).toBe(true);
  expect(await passwords.has('Zeppelin!Moss2')).toBe(false);
  expect(logLines).toEqual([]);
});

it('tells the service five digits only, and knows nothing if it fails', async () => {
  const asked: unknown[] = [];
  const listener = createServer(({ url, headers, method }, response) => {
    asked.push({ method, url, padding: headers['add-padding'] });
    response.writeHead(503).end();
  });
  const { url, close } = await startLocalServer(listener);
  onTestFinished(close);
  const passwords = createPwnedPasswords({ url, log });
  expect(await passwords.has('Zeppelin!Moss1')).toBeUndefined();
  expect(asked).toEqual([{ method: 'GET', url: '/range/6B40B', padding: 'true' }]);
  expect(logLines).toEqual([expect.stringContaining('could not be compared')]);
  expect(logLines[0]).not.toContain('Zeppelin');
});
