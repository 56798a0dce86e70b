import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { type Clinic, startClinic } from './clinic.ts';
import { zoneOfRun } from './morning-zone.ts';
import { newPerson, signUp } from './people.ts';

/*
 * Counts a patient's steps from the first page to a booked appointment, and prints a table. Exits with 1 if a journey
 * exceeds its limit. Every click counts and, by keyboard, every key press; typing and scrolling do not.
 */

/** A person at a window, whose steps are counted. */
interface Hands {
  page: Page;
  clinic: Clinic;
  click: (target: Locator) => Promise<void>;
  press: (key: string) => Promise<void>;
}

interface Journey {
  name: string;
  unit: 'clicks' | 'key presses';
  limit: number;
  isSignedIn: boolean;
  book: (hands: Hands) => Promise<void>;
}

const journeys: readonly Journey[] = [
  { name: 'signed in, today', unit: 'clicks', limit: 3, isSignedIn: true, book: bookToday },
  { name: 'signed in, another day', unit: 'clicks', limit: 5, isSignedIn: true, book: bookAnotherDay },
  { name: 'signed in, today, keyboard alone', unit: 'key presses', limit: 25, isSignedIn: true, book: bookByKeyboard },
  { name: 'without an account, today', unit: 'clicks', limit: 8, isSignedIn: false, book: bookAsNewcomer },
  {
    name: 'without an account, from the public free times',
    unit: 'clicks',
    limit: 8,
    isSignedIn: false,
    book: bookFromFreeTimes,
  },
];

async function bookToday({ page, click }: Hands): Promise<void> {
  await click(appointmentLink(page));
  await click(firstSlot(page));
  await click(submit(page));
}

async function bookAnotherDay({ page, click }: Hands): Promise<void> {
  await click(appointmentLink(page));
  await click(page.locator('[role=gridcell]:not([aria-selected=true]) button:enabled:not([data-full])').first());
  await page.locator('ul:not([aria-busy]) > li[data-option]').first().waitFor();
  await click(firstSlot(page));
  await click(submit(page));
}

async function bookByKeyboard({ page, press }: Hands): Promise<void> {
  const tabTo = async (target: Locator): Promise<void> => {
    while (!(await target.evaluate((element) => element === document.activeElement))) await press('Tab');
  };
  await tabTo(appointmentLink(page));
  await press('Enter');
  await firstSlot(page).waitFor();
  await tabTo(page.getByRole('link', { name: /^Skip/ }));
  await press('Enter');
  await tabTo(firstSlot(page));
  await press('Enter');
  await submit(page).waitFor();
  await tabTo(page.getByPlaceholder('Phone Number'));
  await press('Enter');
}

async function bookAsNewcomer(hands: Hands): Promise<void> {
  const { page, click } = hands;
  await click(appointmentLink(page));
  await openAccount(hands);
  await click(firstSlot(page));
  await click(submit(page));
}

async function bookFromFreeTimes(hands: Hands): Promise<void> {
  const { page, click } = hands;
  await click(page.getByRole('main').getByRole('link', { name: 'See free times' }));
  await click(page.getByRole('list', { name: /day, / }).getByRole('link').first());
  await openAccount(hands);
  await click(submit(page));
}

/** On the login page. Tab between the fields counts as typing. */
async function openAccount({ page, click }: Hands): Promise<void> {
  const person = newPerson();
  await click(page.getByRole('link', { name: 'Create an Account' }));
  await click(page.getByLabel('Name'));
  await page.keyboard.type(person.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await click(page.getByRole('button', { name: 'Sign Up' }));
}

const appointmentLink = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Appointment', exact: true }).first();
const firstSlot = (page: Page): Locator => page.getByRole('group', { name: 'Free times' }).getByRole('button').first();
const submit = (page: Page): Locator => page.getByRole('dialog').getByRole('button', { name: 'Submit' });

async function count(journey: Journey, browser: Browser, clinic: Clinic): Promise<number> {
  const context = await browser.newContext({ baseURL: clinic.url, locale: 'en-US', timezoneId });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  if (journey.isSignedIn) await signUp(page, clinic.url);
  let steps = 0;
  await page.goto('/');
  await journey.book({
    page,
    clinic,
    click: async (target) => {
      steps += 1;
      await target.click();
    },
    press: async (key) => {
      steps += 1;
      if (steps > 200) throw new Error(`${journey.name}: the keyboard does not get there`);
      await page.keyboard.press(key);
    },
  });
  await page.getByText('Booking confirmed', { exact: true }).waitFor();
  await context.close();
  return steps;
}

const timezoneId = zoneOfRun;
const clinic = await startClinic({ CLINIC_TIME_ZONE: timezoneId });
const browser = await chromium.launch(findChromium());
try {
  console.log('From the first page to a booked appointment\n');
  for (const journey of journeys) {
    const steps = await count(journey, browser, clinic);
    const isKept = steps <= journey.limit;
    if (!isKept) process.exitCode = 1;
    const mark = isKept ? ' ' : '!';
    console.log(`${mark} ${journey.name.padEnd(48)}${String(steps).padStart(3)} ≤ ${journey.limit} ${journey.unit}`);
  }
} finally {
  await browser.close();
  await clinic.stop();
}
