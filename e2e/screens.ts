import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { settleAnimations } from './accessible.ts';
import { type Clinic, startClinic } from './clinic.ts';
import { collectFaults } from './faults.ts';
import { morningZone } from './morning-zone.ts';
import { demoAccounts, logIn } from './people.ts';
import { listSidewaysOverflow } from './reflow.ts';

/** A place to take pictures of; `prepare` brings the loaded page into the state that is wanted, such as an open dialog. */
export interface Screen {
  name: string;
  path: string;
  signedInAs?: keyof typeof demoAccounts;
  prepare?: (page: Page) => Promise<void>;
  /** A fault that belongs to this screen, such as the console's line about a 404. */
  expectedFault?: RegExp;
}

const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'login', path: '/login' },
  { name: 'signup', path: '/signup' },
  { name: 'home-signed-in', path: '/', signedInAs: 'patient' },
  { name: 'appointment', path: '/appointment', signedInAs: 'patient' },
  {
    name: 'appointment-booking',
    path: '/appointment',
    signedInAs: 'patient',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Book Appointment/ })
        .and(page.locator(':enabled'))
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'dashboard', path: '/dashboard', signedInAs: 'patient' },
  { name: 'my-appointments', path: '/dashboard/myAppointment', signedInAs: 'patient' },
  { name: 'conversations', path: '/conversations', signedInAs: 'patient' },
  { name: 'feed', path: '/feed', signedInAs: 'patient' },
  { name: 'feed-doctor', path: '/feed', signedInAs: 'doctor' },
  { name: 'doctor-posts', path: '/dashboard/doctorPosts', signedInAs: 'doctor' },
  { name: 'all-users', path: '/dashboard/allUsers', signedInAs: 'admin' },
  { name: 'add-doctor', path: '/dashboard/addDoctor', signedInAs: 'admin' },
  { name: 'manage-doctors', path: '/dashboard/manageDoctors', signedInAs: 'admin' },
  { name: 'payments', path: '/dashboard/payments', signedInAs: 'admin' },
  {
    name: 'delete-doctor',
    path: '/dashboard/manageDoctors',
    signedInAs: 'admin',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  { name: 'audit', path: '/dashboard/audit', signedInAs: 'admin' },
  { name: 'profile', path: '/dashboard/profile', signedInAs: 'patient' },
  { name: 'admin-only', path: '/dashboard/allUsers', signedInAs: 'patient' },
  { name: 'design', path: '/design' },
  { name: 'not-found', path: '/no-such-page', expectedFault: /status of 404/ },
];

/** How pictures are taken: at which widths, in which schemes, of the whole page or of what a window shows of it. */
interface Camera {
  widths: readonly number[];
  schemes: readonly ('light' | 'dark')[];
  fullPage: boolean;
}
const forReview: Camera = { widths: [360, 768, 1280, 1920], schemes: ['light', 'dark'], fullPage: true };
/** Small ones, to be kept in the repository: `--window`. */
const forReading: Camera = { widths: [1280], schemes: ['light'], fullPage: false };

// The day begins: nothing of it is over, so there is something to book.
const timezoneId = morningZone();

/**
 * Takes a picture of every screen at each width, light and dark, into the folder, and returns what was wrong on the way:
 * faults of the pages, sideways scrolling, a screen that did not load.
 */
export async function takeScreens(
  clinic: Clinic,
  { folder, wanted, camera }: { folder: string; wanted: readonly Screen[]; camera: Camera },
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const problems: string[] = [];
  const browser = await chromium.launch(findChromium());
  try {
    for (const screen of wanted) {
      const context = await browser.newContext({ baseURL: clinic.url, locale: 'en-US', timezoneId });
      const faults = collectFaults();
      if (screen.expectedFault) faults.expect(screen.expectedFault);
      await faults.watch(context);
      const found = await takeScreen(await context.newPage(), { clinic, screen, folder, camera }).catch(
        (error: unknown) => [error instanceof Error ? error.message : String(error)],
      );
      await context.close();
      problems.push(...[...new Set([...found, ...faults.unexpected()])].map((problem) => `${screen.name}: ${problem}`));
    }
  } finally {
    await browser.close();
  }
  return problems;
}

async function takeScreen(
  page: Page,
  { clinic, screen, folder, camera }: { clinic: Clinic; screen: Screen; folder: string; camera: Camera },
): Promise<string[]> {
  const problems: string[] = [];
  if (screen.signedInAs) await logIn(page, clinic.url, demoAccounts[screen.signedInAs]);
  for (const width of camera.widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(screen.path);
    await page.locator('h1').first().waitFor({ timeout: 10_000 });
    await screen.prepare?.(page);
    for (const colorScheme of camera.schemes) {
      await page.emulateMedia({ colorScheme });
      await page
        .locator('[aria-busy="true"]:not([data-gallery] *), [role="progressbar"]:not([data-gallery] *)')
        .first()
        .waitFor({ state: 'hidden', timeout: 10_000 });
      await settleAnimations(page);
      await page.screenshot({
        path: join(folder, `${screen.name}-${width}-${colorScheme}.png`),
        fullPage: camera.fullPage,
        animations: 'disabled',
      });
    }
    problems.push(...(await listSidewaysOverflow(page)).map((overflow) => `at ${width} px ${overflow}`));
  }
  return problems;
}

if (import.meta.main) {
  const camera = process.argv.includes('--window') ? forReading : forReview;
  const [folder, ...names] = process.argv.slice(2).filter((argument) => argument !== '--window');
  if (!folder) throw new Error('Name the folder for the pictures, and after it the screens where not all are wanted.');
  const clinic = await startClinic({ CLINIC_TIME_ZONE: timezoneId });
  try {
    const wanted = screens.filter(({ name }) => names.length === 0 || names.includes(name));
    const problems = await takeScreens(clinic, { folder, wanted, camera });
    console.log(`${wanted.length} screens are in ${folder}.`);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await clinic.stop();
  }
}
