import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteMapOf } from '../../testing/site-map.ts';
import { startTestApp } from '../../testing/test-app.ts';

let pagesDirectory: string;
beforeAll(async () => {
  pagesDirectory = await mkdtemp(join(tmpdir(), 'openhours-pages-'));
  for (const name of ['login', 'oauth-popup', 'oauth-done']) {
    await writeFile(join(pagesDirectory, `${name}.html`), '<meta name="google-sign-in" content="__GOOGLE_SIGN_IN__">');
  }
  const siteMap = siteMapOf({
    '/login': { file: 'login.html' },
    '/oauth-popup': { file: 'oauth-popup.html', reportsToOpener: true },
    '/oauth-done': { file: 'oauth-done.html', reportsToOpener: true },
  });
  await writeFile(join(pagesDirectory, 'pages.json'), JSON.stringify(siteMap));
});
afterAll(() => rm(pagesDirectory, { recursive: true }));

const keys = { GOOGLE_CLIENT_ID: 'us', GOOGLE_CLIENT_SECRET: 'secret' };

test('a page knows whether Google sign-in is available', async () => {
  for (const [environment, fact] of [
    [keys, 'content="on"'],
    [{}, 'content="off"'],
  ] as const) {
    const app = await startTestApp({ environment, pagesDirectory });
    expect((await app.client().get('/login')).body['text']).toContain(fact);
    await app.close();
  }
});

test('Google pictures are allowed only if Google sign-in is available', async () => {
  for (const [environment, sources] of [
    [keys, "img-src 'self' data: blob: https://lh3.googleusercontent.com;"],
    [{}, "img-src 'self' data: blob:;"],
  ] as const) {
    const app = await startTestApp({ environment, pagesDirectory });
    const { headers } = await app.client().get('/login');
    expect(headers.get('content-security-policy')).toContain(sources);
    await app.close();
  }
});

test('only the two pages of the sign-in window keep their opener', async () => {
  const app = await startTestApp({ environment: keys, pagesDirectory });
  const policyOf = async (path: string) => {
    const { headers } = await app.client().get(path);
    return headers.get('cross-origin-opener-policy');
  };
  expect(await policyOf('/oauth-popup?attempt=1')).toBe('unsafe-none');
  expect(await policyOf('/oauth-done?attempt=1')).toBe('unsafe-none');
  expect(await policyOf('/login')).toBe('same-origin-allow-popups');
  expect(await policyOf('/api/session')).toBe('same-origin-allow-popups');
  await app.close();
});
