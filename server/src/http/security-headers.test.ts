import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

test('every answer has the headers, also an error, a redirect and one that was not found', async () => {
  const app = new Hono();
  app.use(securityHeaders({ https: true }));
  app.onError((_error, context) => context.json({}, 500));
  app.get('/', (context) => context.text('hello'));
  app.get('/moved', (context) => context.redirect('/'));
  app.get('/fails', () => {
    throw new Error('a fault');
  });
  app.get('/cached', (context) => context.body(null, 304));
  for (const [path, status] of [
    ['/', 200],
    ['/moved', 302],
    ['/cached', 304],
    ['/missing', 404],
    ['/fails', 500],
  ] as const) {
    const answer = await app.request(path);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers), path).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});
