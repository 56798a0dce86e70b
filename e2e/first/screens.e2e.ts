import type { Page } from '@playwright/test';
import { pageList, pages } from '../../web/src/pages.ts';
import { settleAnimations } from '../accessible.ts';
import { test as base, expect, expectAccessible } from '../fixtures.ts';
import { continueTo, expectFaultsOf, openScreen, titleOf } from '../open-screen.ts';
import {
  inOneTurn,
  lengthenWords,
  listBrokenTimes,
  listBrokenWords,
  listBurstControls,
  listClipped,
  listCovered,
  listDarkGrounds,
  listDeadLinks,
  listEndlessMotion,
  listInactiveAsActive,
  listRepeatedLinks,
  listScreenOnly,
  listScrolledTables,
  listSmallTargets,
  listTightTimes,
  listUnmirrored,
  listUnseenControls,
  resetTextSpacing,
  spaceText,
  turnLeftToRight,
  turnRightToLeft,
} from '../page-checks.ts';
import { demoAccounts } from '../people.ts';
import { listSidewaysOverflow } from '../reflow.ts';
import type { Screen, Stage } from '../screen.ts';
import { SMALL, screens, widthsOf } from '../screen-list.ts';
import { setStage } from '../stage.ts';
import { readFocus } from '../walks.ts';

/*
 * Checks for every screen: title, one heading, one main element, a skip link, working links, axe in both schemes, widths,
 * target sizes, text spacing, longer words, right-to-left, print, forced colours, reduced motion. A failed check lists
 * the elements. The first screen of a page is also checked in a large window and at the widths between
 * (`widthsOf` in screen-list.ts), and for two links of a name in the specification.
 */
interface Windows {
  /** The window for the screen, small, in the browser of this person. */
  openWindow: (who: Screen['signedInAs']) => Promise<Page>;
}
const test = base.extend<Windows>({
  openWindow: async ({ windowOf, faults }, use) => {
    const leaving: (() => Promise<void>)[] = [];
    await use(async (who) => {
      const page = await windowOf(who);
      const endWatch = await faults.watch(page.context());
      await page.setViewportSize({ width: SMALL, height: 800 });
      // Dialogs open at once. Walks and journeys have motion.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      leaving.push(async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        // Ends the page's connections. What was typed does not come back.
        await page.goto('/robots.txt');
        await page.evaluate(() => sessionStorage.clear());
        endWatch();
      });
      return page;
    });
    for (const leave of leaving) await leave();
  },
});

test.use({
  viewport: { width: SMALL, height: 800 },
});

let stage: Stage;
test.beforeAll(async ({ browser, clinic }) => {
  stage = await setStage(browser, clinic);
});

/** Screens that follow each other in one document. */
const documents = Map.groupBy(screens, firstOf);
for (const [first, shown] of documents) {
  test(`screen: ${shown.map(({ name }) => name).join(', ')}`, async ({ openWindow, faults }) => {
    expectFaultsOf(shown.at(-1) ?? first, faults);
    const page = await openWindow(first.signedInAs);
    for (const screen of shown) {
      await test.step(screen.name, async () => {
        if (screen === first) await openScreen(page, screen, stage);
        else await continueTo(page, screen);
        await checkScreen(page, screen);
      });
    }
  });
}

function firstOf(screen: Screen): Screen {
  return screen.after ? firstOf(screen.after) : screen;
}

/** Leaves the page as it was. */
async function checkScreen(page: Page, screen: Screen): Promise<void> {
  // What is below the pointer looks different, and which control that is changes with the layout.
  await page.mouse.move(0, 0);
  const { looked, fitting, longer } = widthsOf(screen);

  await expectStructure(page, screen);
  await expectAccessible(page);
  await expectOtherMedia(page, { isPrinted: screen.isPrinted, isState: looked.length === 1 });
  for (const width of fitting) {
    await resize(page, width);
    const shape = await inOneTurn(page, {
      sideways: listSidewaysOverflow,
      scrolled: listScrolledTables,
      brokenTimes: listBrokenTimes,
    });
    expect.soft(shape.sideways, `fits ${width} px`).toEqual([]);
    expect.soft(shape.scrolled, `tables in their frames, ${width} px`).toEqual([]);
    expect.soft(shape.brokenTimes, `dates and times on one line, ${width} px`).toEqual([]);
    if (!looked.includes(width)) continue;
    const found = await inOneTurn(page, {
      small: listSmallTargets,
      covered: listCovered,
      unmirrored: listUnmirrored,
      turnRightToLeft,
      sidewaysFromTheRight: listSidewaysOverflow,
      turnLeftToRight,
      spaceText,
      clipped: listClipped,
      sidewaysSpaced: listSidewaysOverflow,
      resetTextSpacing,
    });
    expect.soft(found.small, `large enough to be hit, ${width} px`).toEqual([]);
    expect.soft(found.covered, `below nothing else, ${width} px`).toEqual([]);
    expect.soft(found.unmirrored, `turned around from right to left, ${width} px`).toEqual([]);
    expect.soft(found.sidewaysFromTheRight, `fits ${width} px from right to left`).toEqual([]);
    expect.soft([...found.clipped, ...found.sidewaysSpaced], `spaced text, ${width} px`).toEqual([]);
    if (width === SMALL) await expectFitsLargeText(page);
    else {
      if (isInMenu(screen)) {
        expect.soft(await page.evaluate(listRepeatedLinks), 'links that the specification names, once').toEqual([]);
      }
      await expectAccessible(page, ['light']);
    }
  }
  const restoreWords = await page.evaluateHandle(lengthenWords);
  for (const width of longer) {
    await resize(page, width);
    const { clipped, burst, sideways } = await inOneTurn(page, {
      clipped: listClipped,
      burst: listBurstControls,
      sideways: listSidewaysOverflow,
    });
    expect.soft([...clipped, ...burst, ...sideways], `longer words, ${width} px`).toEqual([]);
  }
  await restoreWords.evaluate((restore) => restore());
}

/** The others have a link back to one of these. */
const isInMenu = ({ page }: Screen): boolean => page !== undefined && Boolean(pages[page].bar ?? pages[page].side);

test('every page has a screen', () => {
  const shown = new Set(screens.map(({ page }) => page));
  // The sign-in window only redirects (google.e2e.ts).
  const missing = pageList.filter(({ name, loads }) => !shown.has(name) && loads !== 'sign-in-window');
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('every page has a different title', () => {
  const usual = screens.filter(({ name, page, fails }) => page && !fails && name !== 'not-allowed');
  const titles = new Map(usual.map((screen) => [screen.page, titleOf(screen, stage)]));
  expect(titles.size).toBe(new Set(titles.values()).size);
});

test('the heading of a page has the focus after a navigation by links, menus and the Back button', async ({
  page,
  logIn,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await logIn(page, demoAccounts.patient);
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('link', { name: 'Book another' }).click();
  await expect(heading).toHaveText(/^Available Appointments/);
  await expect(heading).toBeFocused();

  await page.mouse.wheel(0, 600);
  await page.waitForFunction(() => scrollY > 0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Feed' }).last().click();
  await expect(heading).toHaveText('Feed');
  await expect(heading).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(heading).toHaveText(/^Available Appointments/);
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(heading).toHaveText(/^My Appointments/);
  await expect(heading).toBeFocused();

  // After a document load, the first tab stop is the skip link.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'About' }).last().click();
  await expect(page).toHaveURL(/about$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('the first Tab reaches the skip link, on public pages, forms and the application', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.patient);
  for (const path of ['/', '/forgot-password', '/feed', '/dashboard/profile']) {
    await page.goto(path);
    await expect(page.locator('main:not([aria-busy=true])')).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip, path).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content'), path).toBeFocused();
  }
});

test('the menu of the dashboard shows the current page, and the first Tab still reaches the skip link', async ({
  page,
  logIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/audit');
  await expect(
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Audit Log' }),
  ).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('at 400 % zoom the navigation never covers the focus and scrolls away, and a dialog can be read', async ({
  page,
  logIn,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await logIn(page, demoAccounts.patient);
  const open = async (name: string): Promise<void> => {
    const screen = screens.find((one) => one.name === name);
    if (!screen) throw new Error(`${name} is no screen.`);
    await openScreen(page, screen, stage);
  };
  for (const name of ['profile', 'appointment', 'feed']) {
    await open(name);
    for (const key of [...Array<string>(24).fill('Tab'), ...Array<string>(12).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      const whyUnseen = async () => {
        const { element, unseen } = await readFocus(page);
        return unseen && `${unseen}: ${element}`;
      };
      // After scrolling has ended, as in the walks.
      await expect
        .configure({ soft: true })
        .poll(whyUnseen, { message: `${name}, ${key}` })
        .toBeUndefined();
    }
  }
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await open('booking-cancel');
  const consequence = page.getByRole('dialog').getByRole('status').filter({ hasText: /./ });
  await consequence.scrollIntoViewIfNeeded();
  await expect(consequence).toBeInViewport({ ratio: 1 });
});

/** Checks the page with text at 200 %, as browsers enlarge it on phones. */
async function expectFitsLargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const found = await inOneTurn(page, {
    sideways: listSidewaysOverflow,
    broken: listBrokenWords,
    tight: listTightTimes,
  });
  expect.soft(Object.values(found).flat(), 'fits the window without broken words in large text').toEqual([]);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await session.detach();
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
}

async function expectStructure(page: Page, screen: Screen): Promise<void> {
  const found = await page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    skip: document.querySelector('a')?.getAttribute('href'),
    lang: document.documentElement.lang,
    title: document.title,
  }));
  expect.soft(found).toEqual({ headings: 1, mains: 1, skip: '#content', lang: 'en', title: titleOf(screen, stage) });
  expect.soft(await listDeadLinks(page), 'links that lead to a page').toEqual([]);
}

/**
 * Checks the page in print (with the dark scheme), with forced colours, and with reduced motion, which is set for the whole window.
 * States that nobody prints are not checked in print: they have the same background as their page.
 */
async function expectOtherMedia(
  page: Page,
  { isPrinted, isState }: { isPrinted: boolean | undefined; isState: boolean },
): Promise<void> {
  if (isPrinted || !isState) {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await settleAnimations(page);
    expect.soft(await page.evaluate(listDarkGrounds), 'no dark ground on paper').toEqual([]);
    if (isPrinted) expect.soft(await page.evaluate(listScreenOnly), 'nothing to press on paper').toEqual([]);
  }
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: 'active' });
  await settleAnimations(page);
  expect.soft(await page.evaluate(listUnseenControls), 'seen in the colours of the system').toEqual([]);
  expect.soft(await page.evaluate(listInactiveAsActive), 'inactive in the colours of the system').toEqual([]);
  await page.emulateMedia({ forcedColors: null });
  expect.soft(await page.evaluate(listEndlessMotion), 'still for who asked for it').toEqual([]);
}
