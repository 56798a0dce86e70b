import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { startLocalServer } from '../../testing/local-server.ts';
import { boundedFetch } from './bounded-fetch.ts';

const asked: string[] = [];
const listener = createServer(({ url = '' }, response) => {
  asked.push(url);
  if (url === '/moved') response.writeHead(302, { location: '/inside' });
  response.end('x'.repeat(url === '/large' ? 256 * 1024 + 1 : 256 * 1024));
});
const server = await startLocalServer(listener);
afterAll(() => server.close());

const ask = (path: string) => boundedFetch(server.url + path);

it('follows no redirect, and reads no more than 256 kB', async () => {
  expect(await (await ask('/')).text()).toHaveLength(256 * 1024);
  await expect(ask('/moved')).rejects.toThrow('fetch failed');
  await expect(ask('/large')).rejects.toThrow('larger than');
  expect(asked).toEqual(['/', '/moved', '/large']);
});
