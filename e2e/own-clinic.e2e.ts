import type { Page } from '@playwright/test';
import { type Clinic, startClinic } from './clinic.ts';
import type { Faults } from './faults.ts';
import { expect, freshClinic, test } from './fixtures.ts';
import { readMailAt } from './inbox.ts';
import { newPerson, signUp } from './people.ts';

test.use({ clinicEnv: freshClinic });

/** Texts of the specification and the demo that no other clinic may show. */
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
const founder = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };

test('an admin sets up an empty clinic, its pages show no demo texts, and a patient makes the first booking', async ({
  newVisitor,
  faults,
}) => {
  const own = await startClinic({ DEMO: 'off' });
  const [admin, doctor, patient] = [await newVisitor(), await newVisitor(), await newVisitor()];
  try {
    await setUpAndSearch(admin, own, faults);
    await openForPatients(admin, doctor, own);
    await bookFirst(patient, own);
    // Close the pages' live connections before the server stops.
    for (const page of [admin, doctor, patient]) await page.goto('about:blank');
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
  // The footer's link to the doctors stays.
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['How it works']);

  await page.goto(address);
  await fillIn();
  await page.getByRole('button', { name: 'Set up the clinic' }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
  await expect(page.getByRole('heading', { name: `Welcome back, ${founder.name}!` })).toBeVisible();
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
    data: { email: founder.email },
    headers: { origin: url },
  });
  const { from, subject, text } = await readMailAt(sandboxUrl).waitFor({ to: founder.email });
  expect(demoFactsIn([from, subject, text].join('\n'))).toEqual([]);
  expect(subject).toContain(name);

  await page.goto(`${url}/`);
  await page.getByRole('link', { name: '+49 30 901820' }).first().waitFor();
  await expect(page.getByRole('link', { name: 'Bahnhofstr. 1, Berlin, Germany' })).toHaveAttribute(
    'href',
    /openstreetmap\.org\/search\?query=Bahnhofstr/,
  );

  async function fillIn(): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill(founder.name);
    await page.getByLabel('Email').fill(founder.email);
    await page.getByLabel('Password', { exact: true }).fill(founder.password);
    await page.getByLabel('Clinic name').fill(name);
    await page.getByLabel('Currency').selectOption('EUR');
  }
}

/** The admin adds a treatment and invites a doctor, who accepts. */
async function openForPatients(page: Page, invitee: Page, { url, sandboxUrl }: Clinic): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByRole('link', { name: 'Add a treatment' }).click();
  await page.getByRole('button', { name: 'Add the first treatment' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Check-up');
  await page.getByLabel('Price').fill('40');
  await page.getByRole('button', { name: 'Add treatment', exact: true }).click();
  await expect(page.getByText('Check-up is saved.')).toBeVisible();

  const doctor = newPerson();
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Done: Add a treatment' })).toBeVisible();
  await page.getByRole('link', { name: 'Invite a doctor' }).click();
  await page.getByLabel('Name').fill('Jonas Weber');
  await page.getByLabel('Email').fill(doctor.email);
  await page.getByLabel('Specialty').selectOption('Check-up');
  await page.getByRole('button', { name: 'Send invitation' }).click();

  const { subject, text } = await readMailAt(sandboxUrl).waitFor({ to: doctor.email });
  expect(demoFactsIn(subject + text)).toEqual([]);
  await invitee.goto(/https?:\S+/.exec(text)?.[0] ?? '');
  await invitee.getByLabel('Password', { exact: true }).fill(doctor.password);
  await invitee.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(invitee.getByText('You are a doctor of the clinic now.')).toBeVisible();

  await expect
    .poll(async () => (await page.request.get(`${url}/`)).text())
    .not.toContain('We are not open for bookings yet.');
}

/** A patient books the doctor for the next day. */
async function bookFirst(page: Page, { url }: Clinic): Promise<void> {
  await signUp(page, url);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${url}/appointment?day=${tomorrow}`);
  const card = page.getByRole('article').filter({ hasText: 'Jonas Weber' });
  await expect(card).toContainText('€40');
  await card.getByRole('button', { name: 'Book Appointment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Booking confirmed')).toBeVisible();
}

/** Ignores the file names of the build's assets. */
function demoFactsIn(text: string): readonly string[] {
  const shown = text.replaceAll(/\b(?:src|href)="\/assets\/[^"]*"/g, '');
  return demoFacts.filter((fact) => shown.includes(fact));
}
