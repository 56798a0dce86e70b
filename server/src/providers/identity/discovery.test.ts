import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discovering, discoveryUrlOf } from './discovery.ts';
import { IdentityProviderUnavailable } from './port.ts';

let server: Server;
let own: string;
/** The issuer that the document names. */
let named: string;
beforeAll(async () => {
  server = createServer((_request, response) =>
    response.end(JSON.stringify({ issuer: named, jwks_uri: `${named}/keys` })),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('is refused if it describes another issuer, and asked for again', async () => {
  const discover = discovering(discoveryUrlOf(own));
  for (named of ['https://accounts.example', `${own}/other`, 'javascript:alert(1)']) {
    await expect(discover()).rejects.toThrow(IdentityProviderUnavailable);
  }
  named = own;
  expect(await discover()).toMatchObject({ issuer: own, jwks_uri: `${own}/keys` });
});
