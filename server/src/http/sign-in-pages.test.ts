import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

const page = '<meta name="google-sign-in" content="__GOOGLE_SIGN_IN__">';
const pages = {
  documents: {
    '/login': { file: 'login.html' },
    '/oauth-popup': { file: 'oauth-popup.html', reportsToOpener: true },
    '/oauth-done': { file: 'oauth-done.html', reportsToOpener: true },
  },
  files: { 'login.html': page, 'oauth-popup.html': page, 'oauth-done.html': page },
};
const keys = { GOOGLE_CLIENT_ID: 'us', GOOGLE_CLIENT_SECRET: 'secret' };

test('a page knows whether Google sign-in is available', async () => {
  for (const [environment, fact] of [
    [keys, 'content="on"'],
    [{}, 'content="off"'],
  ] as const) {
    await using app = await startTestApp({ environment, pages });
    expect((await app.client().get('/login')).body['text']).toContain(fact);
  }
});

test('Google pictures are allowed only if Google sign-in is available', async () => {
  for (const [environment, sources] of [
    [keys, "img-src 'self' data: blob: https://lh3.googleusercontent.com;"],
    [{}, "img-src 'self' data: blob:;"],
  ] as const) {
    await using app = await startTestApp({ environment, pages });
    const { headers } = await app.client().get('/login');
    expect(headers.get('content-security-policy')).toContain(sources);
  }
});

test('only the two pages of the sign-in window keep their opener', async () => {
  await using app = await startTestApp({ environment: keys, pages });
  const policyOf = async (path: string) => {
    const { headers } = await app.client().get(path);
    return headers.get('cross-origin-opener-policy');
  };
  expect(await policyOf('/oauth-popup?attempt=1')).toBe('unsafe-none');
  expect(await policyOf('/oauth-done?attempt=1')).toBe('unsafe-none');
  expect(await policyOf('/login')).toBe('same-origin-allow-popups');
  expect(await policyOf('/api/session')).toBe('same-origin-allow-popups');
});
