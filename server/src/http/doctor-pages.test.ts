import { expect, test } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { openOption } from '../../testing/clinic.ts';
import { startTestApp } from '../../testing/test-app.ts';

const documents = { '/doctors/[^/]+/?': { file: 'doctor.html', isDoctor: true }, other: { file: 'app.html' } };
const head = '<title>__DOCTOR__</title><link rel="canonical" href="__PUBLIC_URL__/doctors/__DOCTOR_SLUG__">';
const files = {
  'doctor.html': `<head>${head}</head><h1>__DOCTOR__</h1>`,
  'app.html': '<head><title>app</title></head>',
};
const app = await startTestApp({
  pages: { documents, files },
  environment: { PRODUCT_NAME: 'Harbour' },
});
for (const name of ['Maya Lindqvist', 'Björn <b>$&']) {
  const doctor = { id: (await personWith(app, { name: 'Somebody', isDoctor: true })).id, name, photo: null };
  await openOption(app.database.db, { treatment: 'Cardiology', doctor });
}

async function read(path: string) {
  const answer = await fetch(app.url + path);
  return { status: answer.status, text: await answer.text() };
}

test("a doctor's page names them without a script and has structured data for search engines", async () => {
  const { status, text } = await read('/doctors/maya-lindqvist');
  expect(status).toBe(200);
  expect(text).toContain('<title>Dr. Maya Lindqvist</title>');
  expect(text).toMatch(/href="http[^"]+\/doctors\/maya-lindqvist"/);
  const [, json = ''] = /<script type="application\/ld\+json" nonce="[^"]+">([^<]+)<\/script><\/head>/.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Physician',
    name: 'Dr. Maya Lindqvist',
    url: expect.stringMatching(/^http.+\/doctors\/maya-lindqvist$/),
    medicalSpecialty: ['Cardiology'],
    memberOf: { name: 'Harbour' },
  });
});

test('a name with markup is shown as text', async () => {
  const { text } = await read('/doctors/bjorn-b');
  expect(text).toContain('<h1>Dr. Björn &#60;b&#62;$&#38;</h1>');
  expect(text).not.toContain('<b>');
});

test.each(['/doctors/nobody', '/doctors/%E0%A4%A'])('%s is 404', async (path) => {
  const { status, text } = await read(path);
  expect(status).toBe(404);
  expect(text).toContain('<title>app</title>');
});

test('the sitemap lists every doctor who can be booked', async () => {
  const { text } = await read('/sitemap.xml');
  expect(text).toMatch(/<loc>http[^<]+\/doctors\/maya-lindqvist<\/loc>/);
  expect(text.match(/\/doctors\//g)).toHaveLength(2);
});
