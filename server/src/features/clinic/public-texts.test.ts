import { expect, test } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const PAGE =
  '<head>__ACCENT__</head>__EACH:testimonials__<q>__ITEM:initials__ __ITEM:name__: __ITEM:text__</q>__END_EACH:testimonials__' +
  '__IF:news__<b>News</b>__END_IF:news____IF:noPrivacy__none__END_IF:noPrivacy____LEGAL:privacy__' +
  '__EACH:changedDays__<i>__ITEM:days__: __ITEM:hours__</i>__END_EACH:changedDays__';

const pages = { documents: { '/': { file: 'index.html' } }, files: { 'index.html': PAGE } };
const app = await startTestApp({ pages });
const beside = await startTestApp({ pages, beside: app });
await Promise.all([app.live.ready(), beside.live.ready()]);
const admin = await personWith(app, { isAdmin: true });

const facts = async () => (await app.client().get('/api/clinic')).body;
const saveFacts = (body: object) => admin.request('PUT', '/api/clinic', { body });
const legal = async () => (await app.client().get('/api/clinic/legal')).body;
const saveLegal = (body: object) => admin.request('PUT', '/api/clinic/legal', { body });
const read = async (path: string, node = app) => (await fetch(node.url + path)).text();

test('a clinic without texts shows none, and says which are missing', async () => {
  expect(await facts()).toMatchObject({ accent: null, testimonials: [], news: [], figures: [] });
  expect(await legal()).toMatchObject({ privacy: '', terms: '', imprint: '' });
  expect(await read('/')).toBe('<head></head>none');
  expect(await read('/sitemap.xml')).not.toContain('/privacy');
});

test('a saved legal text is on its page and in the sitemap of every node, and HTML in it is text', async () => {
  const { version } = await legal();
  const saved = await saveLegal({ version, privacy: ' ## Data\r\nWe store <b>little</b>.\u202e ' });
  expect(saved).toMatchObject({
    status: 200,
    body: { acknowledged: true, privacy: '## Data\nWe store <b>little</b>.', terms: '', version: Number(version) + 1 },
  });
  for (const node of [app, beside]) {
    await expect
      .poll(() => read('/', node))
      .toContain('<h2 dir="auto">Data</h2><p dir="auto">We store &#60;b&#62;little&#60;/b&#62;.</p>');
    const siteMap = await read('/sitemap.xml', node);
    expect(siteMap).toContain('/privacy</loc>');
    expect(siteMap).not.toContain('/terms</loc>');
  }
  const { body } = await admin.get('/api/audit?what=change-clinic&limit=1');
  expect(body).toMatchObject([{ outcome: 'done', detail: 'Changed: privacy policy.' }]);
  // Once more with the same version, as if the first answer had been lost.
  expect(await saveLegal({ version, privacy: '## Data\nWe store <b>little</b>.' })).toMatchObject({ status: 200 });
});

test('when two admins save legal texts at once, the second gets 409 and nothing of it is saved', async () => {
  const { version } = await legal();
  const other = await personWith(app, { isAdmin: true });
  const answers = await Promise.all([
    admin.request('PUT', '/api/clinic/legal', { body: { version, terms: 'Mine' } }),
    other.request('PUT', '/api/clinic/legal', { body: { version, imprint: 'Theirs' } }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  const { terms, imprint } = await legal();
  expect([terms, imprint].filter((text) => text !== '')).toHaveLength(1);
});

test('a legal text can be as long as promised, and not longer', async () => {
  expect(await saveLegal({ terms: '漢'.repeat(20_000) })).toMatchObject({ status: 200 });
  expect(await saveLegal({ terms: 'a'.repeat(20_001) })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('At most 20000 characters.') },
  });
  await saveLegal({ terms: '' });
});

test('testimonials and news are on the pages of every node', async () => {
  const testimonials = [{ name: 'Ana <i> Lopez', place: '', text: 'They listened.' }];
  const news = [{ topic: '', title: 'Flu shots', text: '' }];
  expect(await saveFacts({ testimonials, news })).toMatchObject({ status: 200, body: { testimonials, news } });
  for (const node of [app, beside]) {
    await expect.poll(() => read('/', node)).toContain('<q>AL Ana &#60;i&#62; Lopez: They listened.</q><b>News</b>');
  }
});

test('special opening hours and closing days are on the pages of every node until they are over', async () => {
  const weekly = [{ weekday: 1, from: '09:00', to: '17:00' }];
  const special = [{ date: '2030-01-07', from: '10:00', to: '12:00' }];
  app.clock = beside.clock = new Date('2030-01-07T09:00:00Z');
  await admin.request('PUT', '/api/clinic/hours', { body: { weekly, special } });
  const day = '2030-01-14';
  await admin.post('/api/closures', { from: day, to: day, reason: 'Staff day' });
  const monday = '<i>Mon,\u00a0Jan\u00a07: 10:00\u00a0am–12:00\u00a0pm</i>';
  const next = '<i>Mon,\u00a0Jan\u00a014: closed</i>';
  for (const node of [app, beside]) await expect.poll(() => read('/', node)).toContain(monday + next);
  app.clock = beside.clock = new Date('2030-01-08T09:00:00Z');
  for (const node of [app, beside]) {
    expect(await read('/', node)).not.toContain(monday);
    expect(await read('/', node)).toContain(next);
  }
  await admin.request('PUT', '/api/clinic/hours', { body: { weekly: [], special: [] } });
  app.clock = beside.clock = undefined;
});

test('an accent colour is in the documents and the manifest, and can be removed', async () => {
  expect(await saveFacts({ accent: '#1D4ED8' })).toMatchObject({ status: 200, body: { accent: '#1d4ed8' } });
  await expect.poll(() => read('/')).toMatch(/<head><style nonce="[^"]+">:root,\.light\{--pine:#1d4ed8;/);
  expect(JSON.parse(await read('/manifest.webmanifest'))).toMatchObject({ theme_color: '#1d4ed8' });
  const answer = await fetch(app.url);
  const [, nonce] = /<style nonce="([^"]+)">/.exec(await answer.text()) ?? [];
  expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
  await saveFacts({ accent: null });
  await expect.poll(() => read('/')).toContain('<head></head>');
});

test.each([
  ['a pale accent', { accent: '#ffcc00' }, 'its contrast is 1.3, and text needs 4.5'],
  ['an accent that is no colour', { accent: 'red;}body{display:none' }, "Enter a colour like '#0f5c50'"],
  ['a testimonial without a name', { testimonials: [{ name: ' ', place: '', text: 'x' }] }, 'Name is Required'],
  [
    'thirteen testimonials',
    { testimonials: Array.from({ length: 13 }, () => ({ name: 'A', place: '', text: 'x' })) },
    'At most 12',
  ],
  ['a figure of two lines', { figures: [{ value: '1\n2', label: 'x' }] }, 'one line'],
])('%s is refused with the reason', async (_, body, reason) => {
  const before = await facts();
  expect(await saveFacts(body)).toMatchObject({ status: 400, body: { message: expect.stringContaining(reason) } });
  expect(await facts()).toEqual(before);
});
