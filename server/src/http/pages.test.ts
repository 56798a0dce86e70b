import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { setUpAuthenticator } from '../../testing/second-factor.ts';
import { shownClinic } from '../../testing/shown-clinic.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { siteMapOf } from '../../testing/test-pages.ts';
import { mountPages } from './pages.ts';
import type { RequestVariables } from './request-variables.ts';
import { NO_SOURCES, type PageSources } from './security-headers.ts';

const PAGE = (name: string) => `<!doctype html><html data-zone="__CLINIC_TIME_ZONE__"><head>
<link rel="stylesheet" href="/assets/styles-1a.css"><title>${name} __PRODUCT_NAME__</title><meta name="product" content="__PRODUCT_NAME__">
<script type="module" nonce="__NONCE__" src="/assets/main-1a2b.js"></script>
<script nonce="__NONCE__">early()</script><link rel="canonical" href="__PUBLIC_URL__/">
<script type="application/ld+json">__CLINIC_JSON_LD__</script></head><body>${'<!-- long -->'.repeat(100)}${name} of __PRODUCT_NAME__</body></html>`;
const PRODUCT_NAME = `Smith & "Sons" <b>$&$1$\`'`;
const ESCAPED = 'Smith &#38; &#34;Sons&#34; &#60;b&#62;$&#38;$1$`&#39;';

const documents = {
  '/': { file: 'index.html' },
  '/login': { file: 'login.html' },
  '/appointment': { file: 'appointment.html' },
  '/design': { file: 'design.html', isGallery: true },
  '/dashboard': { file: 'dashboard.html' },
  '/dashboard/payment/[^/]+/?': { file: 'dashboard/payment.html', callsPaymentProvider: true },
  '/dashboard/profile': { file: 'dashboard/profile.html' },
  other: { file: 'app.html' },
};

const files = {
  'index.html': PAGE('Landing'),
  'login.html': PAGE('Login'),
  'login.html.br': 'compressed, with its placeholders',
  'app.html': PAGE('App'),
  'appointment.html': `${PAGE('Booking')}<h1>Appointments__ON_CLINIC_TODAY__</h1>`,
  'design.html': PAGE('Gallery'),
  'dashboard.html': `${PAGE('Dashboard')}<h1>Welcome back__READER__!</h1>`,
  'dashboard/payment.html': PAGE('Payment'),
  'dashboard/profile.html': PAGE('Profile'),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/main-1a2b.js': 'export {}',
  'assets/main-1a2b.js.br': brotliCompressSync('export {}'),
};

const app = await startTestApp({
  pages: { documents, files },
  environment: { PRODUCT_NAME },
  sandbox: {
    url: 'http://127.0.0.1:3999',
    stripe: { secretKey: 'sk_test_pages', publishableKey: 'pk_test_pages', webhookSecret: 'whsec_pages' },
    sslcommerz: { storeId: 'pages', storePassword: 'pages' },
  },
});
await writeFile(join(app.config.dataDirectory, 'outside.txt'), 'outside');

/** The pages without the rest of the server. */
function pagesAlone(options: { gallery?: boolean; sources?: PageSources }) {
  const site = new Hono<{ Variables: RequestVariables }>();
  const clinic = { shown: shownClinic() };
  const about = { publicUrl: 'http://pages.example', googleSignIn: false };
  // A database that is unreachable.
  const callers = { find: () => Promise.reject(new Error('no connection')) };
  const findDoctor = async () => undefined;
  const findFreeTimes = async () => [];
  const rest = { gallery: false, sources: NO_SOURCES, callers, findDoctor, findFreeTimes, ...options };
  mountPages(site, {
    directory: join(app.config.dataDirectory, 'pages'),
    siteMap: siteMapOf(documents),
    clinic,
    site: about,
    pictureOrigins: [],
    now: () => new Date(),
    ...rest,
  });
  return site;
}

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

function directivesOf(headers: Headers): ReadonlyMap<string, string> {
  const policy = headers.get('content-security-policy') ?? '';
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...rest] = directive.split(' ');
      return [name, rest.join(' ')];
    }),
  );
}

describe('a page', () => {
  test.each([
    ['/', 'Landing'],
    ['/login', 'Login'],
    ['/dashboard', 'Dashboard'],
    ['/dashboard/my-posts', 'App'],
    ['/dashboard/payment/1234', 'Payment'],
    ['/dashboard/profile', 'Profile'],
    ['/design', 'Gallery'],
    ['/dashboard/receipt/1234', 'App'],
    ['/conversations/a%20b?x=y', 'App'],
    ['/dashboard/payment/1234/', 'Payment'],
    ['/Dashboard/Payment/1234', 'Payment'],
    ['/app', 'App', 404],
    ['/index', 'App', 404],
    ['/users', 'App', 404],
  ])('%s is %s, prerendered or the app', async (path, name, expected = 200) => {
    const { status, headers, html } = await open(path);
    expect(status).toBe(expected);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(html).toContain(`${name} of `);
  });

  test('greets the reader by name, escaped, and is then not cached', async () => {
    const person = await app.person({ name: 'Pat <b>$&__NONCE__' });
    const { headers, body } = await person.get('/dashboard');
    expect(body['text']).toContain('<h1>Welcome back, Pat &#60;b&#62;$&#38;&#95;_NONCE&#95;_!</h1>');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect((await person.get('/dashboard/profile')).headers.get('cache-control')).toBe('no-cache');
  });

  test('leads staff to Security until they have the second factor that the clinic requires', async () => {
    const doctor = await personWith(app, { isDoctor: true });
    const patient = await app.person();
    const profileOf = (person: TestClient) => person.get('/dashboard/profile');
    expect((await profileOf(doctor)).status).toBe(200);
    await app.database.pool.query('update clinic set require_second_factor = true');
    try {
      const { status, headers } = await profileOf(doctor);
      expect({ status, location: headers.get('location') }).toEqual({ status: 302, location: '/dashboard/security' });
      expect((await doctor.get('/dashboard/security')).status).toBe(200);
      expect((await doctor.get('/')).status).toBe(200);
      expect((await profileOf(patient)).status).toBe(200);
      await setUpAuthenticator(doctor);
      expect((await profileOf(doctor)).status).toBe(200);
    } finally {
      await app.database.pool.query('update clinic set require_second_factor = false');
    }
  });

  test('renews the session of the browser as well as that in the database, on each page', async () => {
    for (const path of ['/dashboard', '/dashboard/profile', '/dashboard/payment/1234']) {
      const person = await app.person();
      await app.database.pool.query(
        `update sessions set expires_at = now() + interval '5 days', updated_at = now() - interval '2 days'
         where person_id = (select id from people where email = $1)`,
        [person.email],
      );
      const { headers } = await person.get(path);
      expect(headers.getSetCookie().join()).toMatch(/openhours\.session_token=[^;,]+; Max-Age=604800/);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect((await person.get(path)).headers.getSetCookie()).toEqual([]);
    }
  });

  test('greets nobody without a session, and corrects a wrong signed_in cookie', async () => {
    for (const cookie of ['', 'signed_in=1', 'signed_in=1; openhours.session_token=forged']) {
      const { headers, html } = await open('/dashboard', cookie === '' ? {} : { cookie });
      expect(html).toContain('<h1>Welcome back!</h1>');
      expect(headers.get('cache-control')).toBe(cookie === '' ? 'no-cache' : 'private, no-store');
      expect(headers.getSetCookie().some((line) => line.startsWith('signed_in=; Max-Age=0'))).toBe(cookie !== '');
    }
  });

  test('opens without a name if the reader cannot be determined', async () => {
    const answer = await pagesAlone({}).request('/dashboard', { headers: { cookie: 'openhours.session_token=a' } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<h1>Welcome back!</h1>');
  });

  test('has a fresh nonce, the only one in its policy', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/', '/login', '/dashboard', '/dashboard']) {
      const { headers, html } = await open(path);
      const inPage = new Set([...html.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce ?? ''));
      expect(inPage.size).toBe(1);
      const [nonce = ''] = inPage;
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(directivesOf(headers).get('script-src')).toBe(`'nonce-${nonce}' 'strict-dynamic'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });

  test('has a policy that allows only what our pages need', async () => {
    const { headers } = await open('/login');
    const policy = directivesOf(headers);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'self'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(policy.get('trusted-types')).toBe("'none'");
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test("shows the clinic's name, escaped, and zone", async () => {
    for (const path of ['/', '/login', '/dashboard']) {
      const { html } = await open(path);
      expect(html).toContain(`of ${ESCAPED}</body>`);
      expect(html).toContain(`content="${ESCAPED}"`);
      expect(html).toContain('data-zone="UTC"');
      expect(html).not.toContain('__');
      expect(html).toContain(`href="${app.url}/"`);
      const [, json = ''] = /ld\+json">(.*?)<\/script>/.exec(html) ?? [];
      expect(JSON.parse(json)).toMatchObject({ name: PRODUCT_NAME });
      expect(json).not.toContain('<');
    }
  });

  test('names today at the clinic, or the day in the address', async () => {
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format();
    expect((await open('/appointment')).html).toContain(`<h1>Appointments on ${today}</h1>`);
    expect((await open('/appointment?day=2026-12-24')).html).toContain('<h1>Appointments</h1>');
  });

  test('preloads its stylesheet, and preconnects to the payment provider on the payment page', async () => {
    expect((await open('/')).headers.get('link')).toBe('</assets/styles-1a.css>; rel=preload; as=style');
    const stripe: PageSources = {
      connect: ['https://api.stripe.com'],
      frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'http://127.0.0.1:3999'],
      image: [],
      trustedTypes: undefined,
    };
    const site = pagesAlone({ sources: stripe });
    const link = (path: string) => Promise.resolve(site.request(path)).then(({ headers }) => headers.get('link'));
    expect(await link('/dashboard/payment/1')).toContain('<https://api.stripe.com>; rel=preconnect');
    expect(await link('/dashboard/payment/1')).toContain('<https://js.stripe.com>; rel=preconnect');
    expect(await link('/dashboard/payment/1')).not.toMatch(/127\.0\.0\.1|\*/);
    expect(await link('/dashboard')).not.toContain('preconnect');
  });

  test('includes the component gallery outside production', async () => {
    expect(await (await pagesAlone({ gallery: true }).request('/design')).text()).toContain('Gallery of');
    expect(await (await pagesAlone({ gallery: false }).request('/design')).text()).toContain('App of');
  });

  test('is sent compressed if accepted', async () => {
    const { headers } = await open('/', { 'accept-encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
    expect((await open('/', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull();
  });
});

describe('a file', () => {
  test('with a hash in its name is cached forever and sent compressed if accepted', async () => {
    const { status, headers } = await open('/assets/main-1a2b.js', { 'accept-encoding': 'br' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
    expect(headers.get('content-type')).toMatch(/javascript/);
    expect((await open('/assets/main-1a2b.js', { 'accept-encoding': 'identity' })).html).toBe('export {}');
  });

  test('that is an image has a policy that allows nothing', async () => {
    const { status, headers } = await open('/favicon.svg');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('cache-control') ?? '').not.toContain('immutable');
  });

  test.each(['/assets/main-old.js', '/assets/', '/assets', '/assets/a/b.css'])(
    'that is missing is 404, not the application: %s',
    async (path) => {
      const { status, headers } = await open(path);
      if (path === '/assets') return expect(headers.get('content-type')).toContain('text/html');
      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );
});

test.each([
  '/index.html',
  '/login.html',
  '/app.html',
  '/login.html.br',
  '/login%2Ehtml',
  '/login.%68tml',
  '/login.html%00',
  '/login.html/',
  '/./login.html',
  '//login.html',
  '/assets/../login.html',
  '/assets/%2e%2e/login.html',
  '/assets/..%2flogin.html',
  '/login.html?x',
])('built pages are not served as files: %s', async (path) => {
  for (const encoding of ['br, gzip', 'identity']) {
    const { html } = await open(path, { 'accept-encoding': encoding });
    expect(html).not.toMatch(/__|placeholders/);
  }
});

test.each(['/pages.json', '/pages%2Ejson', '//pages.json', '/.vite/manifest.json'])(
  'the list of pages is not served: %s',
  async (path) => {
    const { headers, html } = await open(path);
    expect(headers.get('content-type')).toContain('text/html');
    expect(html).not.toContain('pattern');
  },
);

test.each(['/..%2f', '/%2e%2e/', '/assets/..%2f..%2f', '/assets/%2e%2e%2f%2e%2e%2f', '/..%5c', '/%252e%252e%252f'])(
  'paths cannot leave the folder: %s',
  async (step) => {
    const { html } = await open(`${step}outside.txt`);
    expect(html).not.toContain('outside');
  },
);

test('a missing build is 503 with a hint for the operator', async () => {
  await using bare = await startTestApp();
  const answer = await bare.client().get('/');
  expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('npm run build') } });
});

test('only the payment page may contact the payment provider', async () => {
  const policyOf = async (path: string) => (await open(path)).headers.get('content-security-policy');
  expect(await policyOf('/dashboard/payment/0197f000-0000-7000-8000-000000000000')).toContain(
    "connect-src 'self' http://127.0.0.1:3999;",
  );
  for (const path of ['/', '/login', '/dashboard', '/dashboard/payments', '/dashboard/myAppointment']) {
    expect(await policyOf(path)).toContain("connect-src 'self';");
  }
});
