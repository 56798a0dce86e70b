import { randomFrom } from '@openhours/server/testing/random.ts';
import { type Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { morningZone } from './morning-zone.ts';
import {
  inOneTurn,
  lengthenWords,
  listBurstControls,
  listClipped,
  listCovered,
  listDarkGrounds,
  listDeadLinks,
  listEndlessMotion,
  listInactiveAsActive,
  listRepeatedLinks,
  listScreenOnly,
  listSmallTargets,
  listUnmirrored,
  listUnseenControls,
} from './page-checks.ts';
import type { Stage } from './screen.ts';
import { walk } from './walks.ts';

// Tests of the checks themselves: each one finds a planted fault, on pages that the test itself answers.

const policy =
  "default-src 'none'; script-src 'nonce-n'; style-src 'nonce-n'; img-src data:; connect-src *; trusted-types 'none'; require-trusted-types-for 'script'";

async function openPlanted(page: Page, body: string) {
  await page.context().route('**/planted', (route) =>
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
    body: script('Promise.reject(new Error("rejected"))'),
    noticed: 'uncaught: Error: rejected',
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

test('notices every kind of fault', async ({ page, faults }) => {
  // Answered here, so that the test does not depend on the machine's name server.
  await page.route('http://planted.example/', (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' } }),
  );
  for (const [fault, { body, noticed }] of Object.entries(planted)) {
    await test.step(fault, async () => {
      expect(faults.unexpected()).not.toContainEqual(expect.stringContaining(noticed));
      await openPlanted(page, body);
      await expect.poll(() => faults.unexpected()).toContainEqual(expect.stringContaining(noticed));
    });
  }
  faults.expect(/./);
});

test("notices an error in a second visitor's browser", async ({ page, newVisitor, faults }) => {
  await openPlanted(page, '');
  await openPlanted(await newVisitor(), script('console.error("planted")'));
  await expect.poll(() => faults.unexpected()).toEqual([expect.stringContaining('console: planted')]);
  faults.expect('planted');
});

test('a declared failure covers only its own status and path', async ({ page, faults }) => {
  const fail = (path: string, status: number) =>
    page.route(`**${path}`, (route) => route.fulfill({ status, body: '' }));
  await fail('/api/planted-409', 500);
  await fail('/api/other', 409);
  await fail('/api/wanted', 409);
  await openPlanted(page, script("for (const name of ['planted-409', 'other', 'wanted']) fetch('/api/' + name)"));
  await expect.poll(() => faults.unexpected()).toHaveLength(3);
  faults.expect(/./);
  faults.expectFailed(409, '/api/wanted');
  expect(faults.unexpected().toSorted()).toEqual([
    expect.stringMatching(/409 .*\/api\/other/),
    expect.stringMatching(/500 .*\/api\/planted-409/),
  ]);
  faults.expectFailed(409, '/api/other');
  faults.expectFailed(500, '/api/planted-409');
});

// `test.fail` turns the failure into a pass.

test.fail('an undeclared fault fails the test at its end', async ({ page }) => {
  await openPlanted(page, script('console.error("planted")'));
});

test.fail('an accessibility violation fails the accessibility check', async ({ page }) => {
  await openPlanted(page, '<input>');
  await expectAccessible(page);
});

test.fail('a violation in an open dialog fails the accessibility check', async ({ page }) => {
  const open = script('document.querySelector("dialog").showModal()');
  await openPlanted(page, `<dialog aria-label="planted"><input></dialog>${open}`);
  await expectAccessible(page);
});

test.fail('low contrast in the dark scheme only fails the accessibility check', async ({ page }) => {
  const dark =
    ':root { color-scheme: light dark } p { background: light-dark(#fff, #111); color: light-dark(#000, #444) }';
  await openPlanted(page, `<p>planted</p><style nonce="n">${dark}</style>`);
  await expectAccessible(page);
});

test.fail('a page wider than a phone fails the reflow check', async ({ page }) => {
  await openPlanted(page, '<p>planted</p><style nonce="n">p { width: 400px }</style>');
  await expectNoSidewaysScroll(page);
});

type Look = {
  body: string;
  style?: string;
  media?: Parameters<Page['emulateMedia']>[0];
  list: (page: Page) => Promise<string[]>;
};

const inPage = (check: () => string[]) => async (page: Page) => (await inOneTurn(page, { check })).check;

const looks: Record<string, Look> = {
  'text that is cut off': {
    body: '<p>planted words</p>',
    style: 'p { width: 40px; overflow: hidden; white-space: nowrap }',
    list: inPage(listClipped),
  },
  'words that are cut off once they are longer': {
    body: '<p>unexpectedly planted</p>',
    style: 'p { width: 22ch; overflow: hidden; white-space: nowrap; font-family: monospace }',
    list: async (page) => {
      expect(await page.evaluate(listClipped)).toEqual([]);
      const restoreWords = await page.evaluateHandle(lengthenWords);
      const clipped = await page.evaluate(listClipped);
      await restoreWords.evaluate((restore) => restore());
      expect(await page.evaluate(listClipped)).toEqual([]);
      return clipped.map((found) => found.replaceAll('å', 'a').replaceAll(/[ëñ]+/g, 'e'));
    },
  },
  'words that reach out of their control': {
    body: '<button>planted words</button>',
    style: 'button { width: 40px; height: 44px; white-space: nowrap }',
    list: inPage(listBurstControls),
  },
  'a link below something else': {
    body: '<a href="/planted">planted</a><aside></aside>',
    style: 'aside { position: fixed; inset: 0; background: white }',
    list: inPage(listCovered),
  },
  'a button that a finger misses': {
    body: '<button class="rounded-control border">planted</button>',
    style: 'button { height: 36px; width: 100px }',
    list: inPage(listSmallTargets),
  },
  "a button without an edge where the system's colours hold": {
    body: '<a href="/planted">planted</a>',
    style: 'a { background: green; text-decoration: none }',
    media: { forcedColors: 'active' },
    list: inPage(listUnseenControls),
  },
  "an inactive button that looks active where the system's colours hold": {
    body: '<button aria-disabled="true">planted</button>',
    style: 'button { color: gray }',
    media: { forcedColors: 'active' },
    list: inPage(listInactiveAsActive),
  },
  'a box that stays on its side from right to left': {
    body: '<p>planted</p>',
    style: 'p { position: absolute; left: 0; width: 100px }',
    list: inPage(listUnmirrored),
  },
  'a dark ground on paper': {
    body: '<div class="planted"></div>',
    style: 'div { background: #111; height: 400px }',
    media: { media: 'print' },
    list: inPage(listDarkGrounds),
  },
  'a button on paper': { body: '<button>planted</button>', media: { media: 'print' }, list: inPage(listScreenOnly) },
  'motion without an end': {
    body: '<p>planted</p>',
    style: '@keyframes planted { to { rotate: 1turn } } p { animation: planted 1s infinite }',
    list: inPage(listEndlessMotion),
  },
  'two links of one name': {
    body: '<a href="/planted">Dashboard</a> <a href="/planted">Dashboard</a>',
    list: async (page) => (await page.evaluate(listRepeatedLinks)).map((name) => `planted ${name}`),
  },
  'a link that leads nowhere': { body: '<a href="/planted-nowhere">there</a>', list: listDeadLinks },
};

test('each check of a screen finds its fault, and nothing without it', async ({ page }) => {
  for (const [fault, { body, style = '', media = {}, list }] of Object.entries(looks)) {
    await test.step(fault, async () => {
      await page.emulateMedia({ media: null, forcedColors: null, ...media });
      await openPlanted(page, '<p>nothing wrong here</p>');
      expect(await list(page)).toEqual([]);
      await openPlanted(page, `<style nonce="n">${style}</style>${body}`);
      expect(await list(page)).toEqual([expect.stringMatching(/planted|plae/)]);
    });
  }
});

const walks: Record<string, { code: string; fault: RegExp }> = {
  'loses the focus': {
    code: 'addEventListener("focusin", ({ target }) => setTimeout(() => target.blur()))',
    fault: /^lost the focus/,
  },
  'loses the focus and changes its address at the same time': {
    code: 'addEventListener("focusin", ({ target }) => setTimeout(() => { history.pushState(null, "", "?moved"); target.blur(); }))',
    fault: /^lost the focus/,
  },
  'loses the focus when a form is sent from a field': {
    code: 'for (const button of document.querySelectorAll("button")) button.remove(); document.querySelector("form").addEventListener("submit", (event) => { event.preventDefault(); document.activeElement.blur(); })',
    fault: /^lost the focus that was on: input/,
  },
  'covers the focus': { code: 'document.querySelector("aside").hidden = false', fault: /^the focus is covered/ },
  'keeps the focus': {
    code: 'addEventListener("keydown", (event) => event.key === "Tab" && document.activeElement.id === "b" && event.preventDefault())',
    fault: /^Tab does not lead away/,
  },
};

test('a walk notices every fault of the focus', async ({ page }) => {
  for (const [what, { code, fault }] of Object.entries(walks)) {
    await test.step(`a page that ${what}`, async () => {
      const cover = '<style nonce="n">aside:not([hidden]) { position: fixed; inset: 0; background: white }</style>';
      const body = `<button id="a">a</button> <button id="b">b</button> <form><input aria-label="c"></form> <aside hidden></aside>${cover}${script(code)}`;
      await openPlanted(page, body);
      const screen = { name: 'planted', page: undefined, path: '/planted', title: 'Planted', shows: 'Planted' };
      let found: string | undefined;
      // Not every walk presses every key.
      for (let seed = 3; seed < 13 && found === undefined; seed += 1) {
        // Nothing loads on this page, so a fault does not disappear by itself, and a short wait is enough.
        const way = { screen, stage: {} as Stage, random: randomFrom(seed), patience: 300 };
        found = (await walk(page, way))?.fault;
      }
      expect(found).toMatch(fault);
    });
  }
});

test('a page without faults passes every check, and a declared error is not a fault', async ({ page, faults }) => {
  faults.expect(/planted on purpose/);
  await openPlanted(page, `<p>planted</p>${script('console.error("planted on purpose"); console.warn("no error")')}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('heading', { name: 'Planted' })).toBeVisible();
});

test('the chosen zone has seven in the morning at every hour of a day', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const now = Temporal.Instant.from(`2026-03-01T${String(hour).padStart(2, '0')}:59:59Z`);
    const zone = morningZone(new Date(now.epochMilliseconds));
    expect(now.toZonedDateTimeISO(zone).toPlainTime().toString()).toBe('07:59:59');
  }
});
