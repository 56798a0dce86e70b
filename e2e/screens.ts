import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { settleAnimations } from './accessible.ts';
import { type Clinic, startClinic } from './clinic.ts';
import { collectFaults } from './faults.ts';
import { zoneOfRun } from './morning-zone.ts';
import { expectFaultsOf, openScreen } from './open-screen.ts';
import { demoAccounts, logIn } from './people.ts';
import { listSidewaysOverflow } from './reflow.ts';
import type { Screen, Stage } from './screen.ts';
import { screens } from './screen-list.ts';
import { setStage } from './stage.ts';

/** How pictures are taken: widths, schemes, and whole pages or only the window. */
interface Camera {
  widths: readonly number[];
  schemes: readonly ('light' | 'dark')[];
  /** The screens that are captured completely. */
  whole: 'all' | readonly string[];
  /** Pixels of the picture per pixel of the page. */
  scale: number;
  format: 'png' | 'jpeg';
}
const cameras: Readonly<Record<string, Camera>> = {
  review: { widths: [360, 768, 1280, 1920], schemes: ['light', 'dark'], whole: 'all', scale: 1, format: 'png' },
  /** Whether the pictures belong in the repository. */
  window: { widths: [1280], schemes: ['light'], whole: [], scale: 1, format: 'png' },
  small: {
    widths: [360, 1280],
    schemes: ['light', 'dark'],
    whole: ['home', 'about', 'design'],
    scale: 0.5,
    format: 'jpeg',
  },
};

// Early in the day, so that today's slots are free.
const timezoneId = zoneOfRun;

/**
 * Takes a picture of every screen at each width, light and dark, and returns the problems: faults of the pages,
 * sideways scrolling, screens that did not load.
 */
async function takeScreens(
  clinic: Clinic,
  { folder, wanted, camera }: { folder: string; wanted: readonly Screen[]; camera: Camera },
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const problems: string[] = [];
  const browser = await chromium.launch(findChromium());
  try {
    const stage = await setStage(browser, clinic);
    for (const screen of wanted) {
      const context = await browser.newContext({
        baseURL: clinic.url,
        locale: 'en-US',
        timezoneId,
        deviceScaleFactor: camera.scale,
      });
      const faults = collectFaults();
      expectFaultsOf(screen, faults);
      await faults.watch(context);
      const found = await takeScreen(await context.newPage(), { clinic, screen, stage, folder, camera }).catch(
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

interface Task {
  clinic: Clinic;
  screen: Screen;
  stage: Stage;
  folder: string;
  camera: Camera;
}

async function takeScreen(page: Page, { clinic, screen, stage, folder, camera }: Task): Promise<string[]> {
  const problems: string[] = [];
  const fullPage = camera.whole === 'all' || camera.whole.includes(screen.name);
  if (screen.signedInAs) await logIn(page.context(), clinic.url, demoAccounts[screen.signedInAs]);
  for (const width of camera.widths) {
    await page.setViewportSize({ width, height: 800 });
    await openScreen(page, screen, stage);
    if (fullPage) await fetchLazyPictures(page);
    for (const colorScheme of camera.schemes) {
      await page.emulateMedia({ colorScheme });
      await settleAnimations(page);
      await page.screenshot({
        path: join(folder, `${screen.name}-${width}-${colorScheme}.${camera.format}`),
        type: camera.format,
        ...(camera.format === 'jpeg' && { quality: 60 }),
        fullPage,
        animations: 'disabled',
      });
    }
    problems.push(...(await page.evaluate(listSidewaysOverflow)).map((overflow) => `at ${width} px ${overflow}`));
  }
  return problems;
}

/** Shows content below the window that normally waits until it is visible, for pictures of whole pages. */
async function fetchLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}

if (import.meta.main) {
  const [folder, ...rest] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const chosen = process.argv.find((argument) => argument.startsWith('--'))?.slice(2) ?? 'review';
  const camera = cameras[chosen];
  if (!folder || !camera) {
    throw new Error('Name the folder for the pictures, and after it the screens where not all are wanted.');
  }
  const clinic = await startClinic({ CLINIC_TIME_ZONE: timezoneId });
  try {
    const wanted = screens.filter(({ name }) => rest.length === 0 || rest.includes(name));
    const problems = await takeScreens(clinic, { folder, wanted, camera });
    console.log(`${wanted.length} screens are in ${folder}.`);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await clinic.stop();
  }
}
