import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Locator, Page } from '@playwright/test';
import { enterCard } from '../cards.ts';
import { type Clinic, startClinic } from '../clinic.ts';
import { callAs } from '../conversations.ts';
import { demoFactsIn } from '../demo-facts.ts';
import type { Faults } from '../faults.ts';
import { expect, expectNoSidewaysScroll, test, zoneOfRun } from '../fixtures.ts';
import { readMailAt } from '../inbox.ts';
import { confirmEmail, newPerson, signUp } from '../people.ts';

// The set-up takes the time zone from the browser.
const timezoneId = zoneOfRun;
test.use({ timezoneId });

const name = 'Gemeinschaftspraxis für Zahn- und Kieferheilkunde Weber';
const founder = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };
const doctor = newPerson({ name: 'Jonas Weber', password: 'Correct1!' });
const patient = newPerson({ name: 'Petra Kunz' });

test('an admin sets up an empty clinic, its pages show no demo texts, and a patient books the only slot left', async ({
  newVisitor,
  faults,
}) => {
  const own = await startClinic({ DEMO: 'off' });
  const [admin, invitee, visitor] = [await newVisitor(), await newVisitor(), await newVisitor()];

  const hands = countClicks();
  const started = Date.now();
  try {
    await seeThatNothingIsOpen(visitor, own);
    await setUp(admin, own, { hands, faults });
    await acceptInvitation(invitee, own, hands);
    await bookTheOnlySlot(visitor, own, hands);
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`From an empty database to the first booking: ${hands.clicks()} clicks, ${seconds} s without typing`);

    await crawl(admin, own);
    await payAndCrawl(visitor, own);
    await foldWhatIsLeft(admin, own);
    await correctTimeZone(admin, own, faults);
    // Close the pages' live connections before the server stops.
    for (const page of [admin, invitee, visitor]) await page.goto('about:blank');
  } finally {
    await own.stop();
  }
});

/** The hands of everybody in the journey. Typing, Tab and choosing from a native list are not counted. */
function countClicks() {
  let clicks = 0;
  return {
    clicks: () => clicks,
    click: async (target: Locator): Promise<void> => {
      clicks += 1;
      await target.click();
    },
  };
}
type Hands = ReturnType<typeof countClicks>;

async function seeThatNothingIsOpen(page: Page, { url }: Clinic): Promise<void> {
  await page.goto(`${url}/`);
  await expect(page.getByText('We are not open for bookings yet.')).toBeVisible();
  // The footer's link to the doctors stays.
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['How it works']);
  await page.goto(`${url}/doctors`);
  await expect(page.getByText('We are not open for bookings yet.')).toBeVisible();
}

/** Pages that need a treatment say so while there is none. */
async function seeWhatIsMissing(page: Page, { url }: Clinic): Promise<void> {
  await page.goto(`${url}/appointment`);
  await expect(page.getByText('We are not open for bookings yet.')).toBeVisible();
  await page.goto(`${url}/dashboard/addDoctor`);
  await expect(page.getByRole('link', { name: 'Add a treatment' })).toHaveAttribute('href', '/dashboard/treatments');
  await page.goto(`${url}/dashboard/bookings/new`);
  await page.getByRole('button', { name: 'New patient' }).click();
  await expect(page.getByText('Nothing can be booked yet: no doctor has a treatment.')).toBeVisible();
}

/** The five steps. Every page is left and opened again on the way, as on another device. */
async function setUp(page: Page, own: Clinic, { hands, faults }: { hands: Hands; faults: Faults }): Promise<void> {
  const { url } = own;
  const button = (text: string) => page.getByRole('button', { name: text, exact: true });
  const link = (text: string) => page.getByRole('link', { name: text, exact: true });
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text });
  await expect.poll(() => own.log()).toMatch(/\/setup#code=\S+/);
  await page.goto(/http\S+\/setup#code=\S+/.exec(own.log())?.[0] ?? '');

  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(founder.name);
  await page.getByLabel('Email').fill(founder.email);
  await page.getByLabel('Clinic name').fill(name);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(founder.name);
  await expect(page.getByLabel('Email')).toHaveValue(founder.email);
  await expect(page.getByLabel('Clinic name')).toHaveValue(name);
  await page.getByLabel('Password', { exact: true }).fill(founder.password);
  await hands.click(button('Save and continue'));

  await expect(heading('The clinic')).toBeVisible();
  await expect(page.getByText('Step 2 of 5')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Time zone')).toHaveValue(timezoneId);
  await page.getByLabel('Address').fill('Bahnhofstr. 1');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('Currency').selectOption('EUR');
  faults.expectFailed(409, '/api/clinic');
  await page.getByLabel('Phone').fill('030');
  await hands.click(button('Save and continue'));
  await expect(page.getByLabel('Phone')).toBeFocused();
  await page.getByLabel('Phone').fill('+49 30 901820');
  await hands.click(button('Save and continue'));

  await expect(heading('Opening hours and closing days')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '+49 30 901820' })).toBeVisible();
  const { weekday, iso } = tomorrow();
  await hands.click(button(`Add hours on ${weekday}`));
  // Typed into the first field: two stretches with a break between them.
  await page.getByLabel(`${weekday}, from`).fill('9-9:30, 10-10:30');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(`${weekday}, hours 2, until`)).toHaveValue('10:30 AM');
  await hands.click(button('Save opening hours'));
  await expect(page.getByText('The opening hours are saved.')).toBeVisible();
  await expect(link('Continue')).toBeVisible();
  await hands.click(button('Close days'));
  await page.getByLabel('First day').fill(addDays(iso, 7));
  await page.getByLabel('Last day').fill(addDays(iso, 300));
  await page.getByLabel('Reason').fill('Building work');
  await hands.click(button('Close these days'));
  await expect(page.getByRole('listitem').filter({ hasText: 'Building work' })).toBeVisible();

  await seeWhatIsMissing(page, own);

  // Somebody else's browser, or a later day: the set-up continues where it was.
  await page.goto(`${url}/setup`);
  await hands.click(link('Continue the set-up'));
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
  await page.getByLabel('Start from a list').selectOption('Physiotherapy');
  for (const treatment of ['Manual therapy', 'Lymphatic drainage', 'Exercise session', 'First assessment']) {
    await hands.click(button(`Remove ${treatment}`));
  }
  await page.getByLabel('Price in EUR').fill('40');
  // The answer is lost: the form stays, and does not add the treatment twice.
  faults.expectFailed('no answer', '/api/treatments');
  await page.route('**/api/treatments', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await button('Save these treatments').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Physiotherapy' })).toBeVisible();
  await page.unroute('**/api/treatments');
  await hands.click(button('Save these treatments'));
  await expect(button('Save these treatments')).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'Physiotherapy' })).toHaveCount(1);
  await hands.click(link('Continue'));

  await expect(heading('The first doctor')).toBeVisible();
  await page.getByLabel('Name').fill(doctor.name);
  await page.getByLabel('Email').fill(doctor.email);
  await page.getByRole('checkbox', { name: 'Physiotherapy', exact: true }).check();
  await hands.click(button('Send invitation'));
  await expect(page.getByRole('status').filter({ hasText: doctor.email })).toContainText('has an invitation');
  await hands.click(link('Finish'));

  await expect(heading('Nearly ready')).toBeVisible();
  await expect(page.getByText('A doctor is invited and has not accepted yet.')).toBeVisible();
  await hands.click(button('Send me a test email'));
  await expect(page.getByText(`The test email to ${founder.email} is in the inbox`)).toBeVisible();
  await hands.click(button('Check the keys'));
  await expect(page.getByText('The sandbox accepts the keys.').first()).toBeVisible();
}

/** The first address in an email. */
const linkIn = (text: string): string => /https?:\S+/.exec(text)?.[0] ?? '';

/** The doctor accepts, and is signed in. */
async function acceptInvitation(page: Page, { sandboxUrl }: Clinic, hands: Hands): Promise<void> {
  const { text } = await readMailAt(sandboxUrl).waitFor({ to: doctor.email });
  await page.goto(linkIn(text));
  await page.getByLabel('Password', { exact: true }).fill(doctor.password);
  await hands.click(page.getByRole('button', { name: 'Accept and sign in' }));
  await expect(page.getByText('You are a doctor of the clinic now')).toBeVisible();
  await expect(page.getByText('In your profile, choose which emails about appointments you get.')).toBeVisible();
}

/** Two slots are open on one day, and the first is taken. */
async function bookTheOnlySlot(page: Page, own: Clinic, hands: Hands): Promise<void> {
  const { url } = own;
  const { iso } = tomorrow();
  await expect.poll(async () => (await page.request.get(`${url}/`)).text()).not.toContain('We are not open');
  // An open page reloads when it notices that somebody else has signed in.
  await page.goto('about:blank');
  const first = await signUp(page, url);
  const taken = {
    appointmentDate: mediumDateFromIso(iso),
    treatment: 'Physiotherapy',
    slot: '10:00 AM - 10:30 AM',
    price: 40,
  };
  const { name: firstName, email } = first;
  await callAs(page, own, {
    method: 'POST',
    path: '/bookings',
    data: { ...taken, patient: firstName, email, phone: '' },
  });

  await page.context().clearCookies();
  await signUp(page, url, patient);
  await page.goto(`${url}/appointment?day=${iso}`);
  const card = page.getByRole('article').filter({ hasText: doctor.name });
  await expect(card).toContainText('€40');
  await expect(card.getByRole('group', { name: 'Free times' }).getByRole('button')).toHaveText(['09:00 AM - 09:30 AM']);
  await hands.click(card.getByRole('button', { name: 'Book Appointment' }));
  await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Submit' }));
  await expect(page.getByText('Booking confirmed')).toBeVisible();
  expect(demoFactsIn(await page.locator('main').innerText())).toEqual([]);
  await page.goto(`${url}/doctors`);
  await expect(page.getByText('Nothing can be booked here at the moment.')).toBeVisible();
}

/** No page, no file and no email has a fact of the demo, and no placeholder is left. */
async function crawl(page: Page, { url, sandboxUrl }: Clinic): Promise<void> {
  await expect.poll(async () => (await page.request.get(`${url}/`)).text()).toContain('Bahnhofstr. 1');
  const siteMap = await (await page.request.get(`${url}/sitemap.xml`)).text();
  const listed = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found = '']) => new URL(found).pathname);
  expect(listed).toEqual(expect.arrayContaining(['/', '/about', '/doctors', '/login', '/signup']));
  const others = ['/appointment', '/dashboard', '/conversations', '/forgot-password', '/setup', '/setup/ready'];
  const files = ['/nothing', '/api/clinic', '/manifest.webmanifest', '/robots.txt'];
  for (const path of [...listed, ...others, ...files]) {
    const text = await (await page.request.get(url + path)).text();
    expect(demoFactsIn(text), path).toEqual([]);
    expect(text.match(/__[A-Z_]+__/g) ?? [], path).toEqual([]);
  }

  const origin = { origin: url };
  await page.request.post(`${url}/api/auth/request-password-reset`, {
    data: { email: founder.email },
    headers: origin,
  });
  const mail = readMailAt(sandboxUrl);
  await mail.waitFor({ to: founder.email, subject: /^Reset your/ });
  const mails = [...(await mail.list(founder.email)), ...(await mail.list(doctor.email))];
  // Test email and reset; invitation.
  expect(mails.map(({ subject }) => subject)).toHaveLength(3);
  for (const { from, subject, text } of mails) {
    expect(demoFactsIn([from, subject, text].join('\n')), subject).toEqual([]);
    expect(from).toContain(name);
  }

  await page.goto(`${url}/`);
  await page.getByRole('link', { name: '+49 30 901820' }).first().waitFor();
  await expectNoSidewaysScroll(page, [320]);
  await expect(page.getByRole('link', { name: 'Bahnhofstr. 1, Berlin, Germany' })).toHaveAttribute(
    'href',
    /openstreetmap\.org\/search\?query=Bahnhofstr/,
  );
}

/** The patient pays, and the receipt and its email are the clinic's own. */
async function payAndCrawl(page: Page, { url, sandboxUrl }: Clinic): Promise<void> {
  await page.goto(`${url}/dashboard/myAppointment`);
  await page.getByRole('row').filter({ hasText: 'Physiotherapy' }).getByRole('button', { name: 'Card' }).click();
  await enterCard(page);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt R-\d{4}-\d{6}$/);
  const receipt = page.getByRole('main');
  await expect(receipt).toContainText(name);
  await expect(receipt).toContainText('€40');
  expect(demoFactsIn(await receipt.innerText())).toEqual([]);
  const mail = readMailAt(sandboxUrl);
  await confirmEmail(url, mail, patient);
  const { from, subject, text } = await mail.waitFor({ to: patient.email, subject: /^Receipt/ });
  expect(demoFactsIn([from, subject, text].join('\n'))).toEqual([]);
}

/** Tomorrow in the clinic's zone. */
function tomorrow(): { iso: string; weekday: string } {
  const iso = addDays(new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(new Date()), 1);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(iso));
  return { iso, weekday };
}

/** Patients can book, but no email is sent. A clinic may leave it so, so the list on the dashboard can be folded. */
async function foldWhatIsLeft(page: Page, { url }: Clinic): Promise<void> {
  await page.goto(`${url}/dashboard`);
  const title = page.getByRole('heading', { name: 'What is left to do' });
  const lines = page.getByText('Emails are not delivered.');
  await expect(lines).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write your legal texts' })).toHaveAttribute('href', '/dashboard/texts');
  // The page is left in the same instant.
  const loaded = page.waitForEvent('load');
  await title.evaluate((heading: HTMLElement) => {
    heading.click();
    location.reload();
  });
  await loaded;
  await expect(title).toBeVisible();
  await expect(lines).toBeHidden();
}

/** The admin chooses another time zone, and appointments keep their time on the clock. */
async function correctTimeZone(page: Page, { url }: Clinic, faults: Faults): Promise<void> {
  faults.expectFailed(409, '/api/clinic');
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true }).click();
  await page.goto(`${url}/dashboard/agenda`);
  await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
  await open('Clinic');
  // Its offset from the zone of the test run is not a whole number of hours.
  await page.getByLabel('Time zone').selectOption('Australia/Adelaide');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('region', { name: /upcoming appointments?/ });
  await question.getByRole('button', { name: 'Save, and keep dates and times' }).click();
  await expect(page.getByText('Your clinic is saved.')).toBeVisible();
  await expect(question).toBeHidden();
  await open('Agenda');
  await expect(page.getByText("All times are the clinic's local time (Australia/Adelaide).")).toBeVisible();
}

function addDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10);
}
