import { type Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

// The guards that every journey relies on, each seen to notice a planted fault.

const policy =
  "default-src 'none'; script-src 'nonce-n'; style-src 'nonce-n'; img-src data:; connect-src *; trusted-types 'none'; require-trusted-types-for 'script'";

async function openPlanted(page: Page, body: string) {
  await page.route('**/planted', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><html lang="en"><head><title>Planted</title><link rel="icon" href="data:,"></head>
<body><main><h1>Planted</h1>${body}</main></body></html>`,
    }),
  );
  await page.goto('/planted');
}

const script = (code: string) => `<script nonce="n">${code}</script>`;

const planted: Record<string, { body: string; noticed: string }> = {
  'an error in the console': { body: script('console.error("planted")'), noticed: 'console: planted' },
  'an exception that nobody catches': {
    body: script('throw new Error("planted")'),
    noticed: 'uncaught: Error: planted',
  },
  'a rejection that nobody handles': {
    body: script('Promise.reject(new Error("planted"))'),
    noticed: 'uncaught: Error: planted',
  },
  'a script against the content security policy': {
    body: '<script>1</script>',
    noticed: 'CSP violation: script-src-elem refused inline',
  },
  'a style against the content security policy': {
    body: '<p style="color: red">planted</p>',
    noticed: 'CSP violation: style-src-attr refused inline',
  },
  'markup made from a string': {
    body: script('try { document.body.innerHTML = "" } catch {}'),
    noticed: 'CSP violation: require-trusted-types-for refused',
  },
  'a request to another machine': {
    body: script('fetch("http://planted.example/").catch(() => {})'),
    noticed: 'request to another machine: GET (http://planted.example/)',
  },
};

for (const [fault, { body, noticed }] of Object.entries(planted)) {
  test(`notices ${fault}`, async ({ page, faults }) => {
    await openPlanted(page, body);
    await expect.poll(() => faults.unexpected()).toContainEqual(expect.stringContaining(noticed));
    faults.expect(/./);
  });
}

test("notices an error in a second visitor's browser", async ({ page, newVisitor, faults }) => {
  await openPlanted(page, '');
  await openPlanted(await newVisitor(), script('console.error("planted")'));
  await expect.poll(() => faults.unexpected()).toEqual([expect.stringContaining('console: planted')]);
  faults.expect('planted');
});

// `test.fail` turns the failure into a pass.

test.fail('a fault that the test does not expect fails it, at its end', async ({ page }) => {
  await openPlanted(page, script('console.error("planted")'));
});

test.fail('a barrier for people fails the accessibility check', async ({ page }) => {
  await openPlanted(page, '<input>');
  await expectAccessible(page);
});

test.fail('a contrast that is too low in the dark only fails the accessibility check', async ({ page }) => {
  const dark =
    ':root { color-scheme: light dark } p { background: light-dark(#fff, #111); color: light-dark(#000, #444) }';
  await openPlanted(page, `<p>planted</p><style nonce="n">${dark}</style>`);
  await expectAccessible(page);
});

test.fail('a page wider than a phone fails the reflow check', async ({ page }) => {
  await openPlanted(page, '<p>planted</p><style nonce="n">p { width: 400px }</style>');
  await expectNoSidewaysScroll(page);
});

test('a page without a fault passes every check, and an expected error is not a fault', async ({ page, faults }) => {
  faults.expect(/planted on purpose/);
  await openPlanted(page, `<p>planted</p>${script('console.error("planted on purpose"); console.warn("no error")')}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('heading', { name: 'Planted' })).toBeVisible();
});
