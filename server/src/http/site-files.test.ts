import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

const app = await startTestApp({
  pages: {},
  environment: { PUBLIC_URL: 'https://clinic.example', PRODUCT_NAME: 'Smith & "Sons"' },
});

async function read(path: string) {
  const answer = await fetch(app.url + path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

test('robots.txt excludes private pages and the API, and names the sitemap', async () => {
  const { type, text } = await read('/robots.txt');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^User-agent: \*$/m);
  for (const path of ['/api/', '/dashboard', '/appointment']) expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).not.toMatch(/^Disallow: \/$/m);
  expect(text).toContain('Sitemap: https://clinic.example/sitemap.xml');
});

test('sitemap.xml lists the public pages with their public addresses', async () => {
  const { type, text } = await read('/sitemap.xml');
  expect(type).toBe('application/xml; charset=utf-8');
  expect([...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://clinic.example/',
    'https://clinic.example/about',
    'https://clinic.example/login',
    'https://clinic.example/signup',
  ]);
});

test("the manifest has the clinic's name", async () => {
  const { type, text } = await read('/manifest.webmanifest');
  expect(type).toBe('application/manifest+json; charset=utf-8');
  expect(JSON.parse(text)).toMatchObject({ name: 'Smith & "Sons"', start_url: '/dashboard', display: 'standalone' });
});
