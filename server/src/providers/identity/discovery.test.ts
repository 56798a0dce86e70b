import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { startLocalServer } from '../../../testing/local-server.ts';
import { discovering, discoveryUrlOf } from './discovery.ts';
import { IdentityProviderUnavailable } from './port.ts';

/** The issuer that the document names. */
let named: string;
const server = await startLocalServer(
  createServer((_request, response) => response.end(JSON.stringify({ issuer: named, jwks_uri: `${named}/keys` }))),
);
afterAll(() => server.close());

it('is refused if it describes another issuer, and asked for again', async () => {
  const { url: own } = server;
  const discover = discovering(discoveryUrlOf(own));
  for (named of ['https://accounts.example', `${own}/other`, 'javascript:alert(1)']) {
    await expect(discover()).rejects.toThrow(IdentityProviderUnavailable);
  }
  named = own;
  expect(await discover()).toMatchObject({ issuer: own, jwks_uri: `${own}/keys` });
});
