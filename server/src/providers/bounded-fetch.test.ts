import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

let server: Server;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/moved') response.writeHead(302, { location: '/inside' });
    response.end('x'.repeat(url === '/large' ? 256 * 1024 + 1 : 256 * 1024));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const ask = (path: string) => boundedFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

it('follows no redirect, and reads no more than 256 kB', async () => {
  expect(await (await ask('/')).text()).toHaveLength(256 * 1024);
  await expect(ask('/moved')).rejects.toThrow('fetch failed');
  await expect(ask('/large')).rejects.toThrow('larger than');
  expect(asked).toEqual(['/', '/moved', '/large']);
});
