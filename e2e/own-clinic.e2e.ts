import type { Page } from '@playwright/test';
import { type Clinic, startClinic } from './clinic.ts';
import type { Faults } from './faults.ts';
import { expect, freshClinic, test } from './fixtures.ts';
import { readMailAt } from './inbox.ts';

test.use({ clinicEnv: freshClinic });

/** What the specification and the demo say, and a clinic of its own never does. */
const demoFacts = [
  'Openhours',
  'openhours.example',
  'Harbour',
  'Mill Lane',
  '555 010',
  '5550100199',
  '9.00 am',
  '09:00-17:00',
  'step-free',
  'quiet waiting room',
  'nine to five',
  'All four departments',
  'keeps its hours',
  'bring your medicines',
  'Winson',
  'Marta Oduya',
  'Petersen',
  'What our patients say',
  'Health news',
  'Flu shots',
  'university project',
  '2024',
  'General',
  'Pediatric',
  'Cardio',
  'Dental',
  'Dentistry',
  'Fluoride',
  'Cavity',
  'Whitening',
  'Okafor',
  'Sato',
  'Haddad',
  'Rivera',
  'Lindqvist',
  'Ada Winter',
];

const name = 'Praxis Weber';
const admin = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };

test('a clinic of its own is set up in the browser, and shows nothing of the demo clinic', async ({
  newVisitor,
  faults,
}) => {
  const own = await startClinic({ DEMO: 'off' });
  try {
    await setUpAndSearch(await newVisitor(), own, faults);
  } finally {
    await own.stop();
  }
});

async function setUpAndSearch(page: Page, own: Clinic, faults: Faults): Promise<void> {
  const { url, sandboxUrl } = own;
  await expect.poll(() => own.log()).toMatch(/\/setup\?code=\S+/);
  const [address = ''] = /http\S+\/setup\?code=\S+/.exec(own.log()) ?? [];

  await page.goto(`${url}/`);
  await expect(page.getByText('We are not open for bookings yet.')).toBeVisible();

  await page.goto(address);
  await fillIn();
  await page.getByRole('button', { name: 'Set up the clinic' }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
  await expect(page.getByRole('heading', { name: `Welcome back, ${admin.name}!` })).toBeVisible();
  await expect(page).toHaveTitle(`Dashboard · ${name}`);

  await page.goto(`${url}/dashboard/clinic`);
  await page.getByLabel('Address').fill('Bahnhofstr. 1');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Country').selectOption('Germany');
  faults.expectFailed(409, '/api/clinic');
  await page.getByLabel('Phone').fill('030');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await page.getByLabel('Phone').fill('+49 30 901820');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your clinic is saved.')).toBeVisible();
  await expect.poll(async () => (await page.request.get(`${url}/`)).text()).toContain('Bahnhofstr. 1');

  const siteMap = await (await page.request.get(`${url}/sitemap.xml`)).text();
  const listed = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(listed).toEqual(expect.arrayContaining(['/', '/about', '/doctors', '/login', '/signup']));
  const others = [
    '/appointment',
    '/dashboard',
    '/conversations',
    '/forgot-password',
    '/setup',
    '/nothing',
    '/api/clinic',
  ];
  for (const path of [...listed, ...others, '/manifest.webmanifest', '/robots.txt']) {
    const text = await (await page.request.get(url + path)).text();
    expect(demoFactsIn(text), path).toEqual([]);
    expect(text.match(/__[A-Z]\w*/g) ?? [], path).toEqual([]);
  }

  await page.request.post(`${url}/api/auth/request-password-reset`, {
    data: { email: admin.email },
    headers: { origin: url },
  });
  const { from, subject, text } = await readMailAt(sandboxUrl).waitFor({ to: admin.email });
  expect(demoFactsIn([from, subject, text].join('\n'))).toEqual([]);
  expect(subject).toContain(name);

  await page.goto(`${url}/`);
  await page.getByRole('link', { name: '+49 30 901820' }).first().waitFor();
  await expect(page.getByRole('link', { name: 'Bahnhofstr. 1, Berlin, Germany' })).toHaveAttribute(
    'href',
    /openstreetmap\.org\/search\?query=Bahnhofstr/,
  );

  async function fillIn(): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill(admin.name);
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByLabel('Clinic name').fill(name);
    await page.getByLabel('Currency').selectOption('EUR');
  }
}

/** Files of the build and the names of cookies are the product's, not the demo clinic's. */
function demoFactsIn(text: string): readonly string[] {
  const shown = text.replaceAll(/\b(?:src|href)="\/assets\/[^"]*"/g, '');
  return demoFacts.filter((fact) => shown.includes(fact));
}
