import { randomFrom } from '@openhours/server/testing/random.ts';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { settleAnimations } from './accessible.ts';
import { type Clinic, startClinic } from './clinic.ts';
import { zoneOfRun } from './morning-zone.ts';
import { busySigns, openScreen } from './open-screen.ts';
import { demoAccounts, logIn } from './people.ts';
import type { Screen, Stage } from './screen.ts';
import { screens } from './screen-list.ts';
import { setStage } from './stage.ts';

/** The fault that ended a walk, with the data to repeat it. */
interface WalkFault {
  screen: string;
  keys: readonly string[];
  /** The problem and the element. */
  fault: string;
  /** The address of the page at that time. */
  address: string;
}

/** The state of the focus after a key. */
interface Focus {
  /** The element, described for the report. */
  element: string;
  /** Nothing has the focus. */
  isLost: boolean;
  /** Why it is not visible; undefined if it is. */
  unseen: string | undefined;
  /** It is on another element than before the key. On the same one, the key has scrolled the page. */
  hasMoved: boolean;
  /** Keys that would leave the product here, or open a list or picker that the browser draws outside the page. */
  refused: readonly string[];
  /** Last or first in the tab order: the focus may go to the browser's own controls. */
  isLast: boolean;
  isFirst: boolean;
  isInDialog: boolean;
  /** Different in each document. */
  document: number;
  address: string;
}

type Random = () => number;

interface Way {
  screen: Screen;
  stage: Stage;
  random: Random;
  /** In milliseconds; by default enough for a page of the product. */
  patience?: number;
}

/** The page may still be loading, so a fault counts after this time. */
const patienceMillis = 3000;
const moves = ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab'];
const others = [
  'Enter',
  'Enter',
  'Space',
  'Escape',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'a',
];

/** Calls that would end the session or delete data that other walks need. A walk may send them; they are refused. */
const refusedCalls: readonly { method: string; path: RegExp }[] = [
  { method: 'DELETE', path: /^\/api\// },
  { method: 'PUT', path: /^\/api\/(users|reports)\/|\/block$/ },
  // The set-up of a second factor begins with a password, which no walk types.
  { method: 'POST', path: /^\/api\/(auth\/(?!two-factor\/enable$)|admin\/)|^\/api\/me\/delete$/ },
];

/** Makes a context safe for walks: no key can end the session or delete data. */
export async function allowWalks(context: BrowserContext): Promise<void> {
  // With a listener the browser does not open its own window to choose a file.
  const watch = (page: Page) => page.on('filechooser', () => undefined);
  context.pages().forEach(watch);
  context.on('page', watch);
  await context.route(/\/api\//, (route) =>
    isRefused(route) ? route.fulfill({ status: 409, json: { message: 'Not during a walk.' } }) : route.fallback(),
  );
}

function isRefused(route: Route): boolean {
  const { pathname } = new URL(route.request().url());
  return refusedCalls.some(({ method, path }) => method === route.request().method() && path.test(pathname));
}

/**
 * Presses 10 to 25 random keys on a screen, Enter in fields and on buttons that submit among them, and checks after
 * each that the focus is on a visible element that is not covered; at the end, that Tab moves the focus and Escape
 * closes a dialog. Returns the first fault. Only a new document may have no focus. Needs `allowWalks`.
 */
export async function walk(page: Page, { screen, ...rest }: Way): Promise<WalkFault | undefined> {
  const keys: string[] = [];
  const faultAt = (fault: string, address: string): WalkFault => ({ screen: screen.name, keys, fault, address });
  try {
    const found = await findWalkFault(page, { screen, ...rest, keys });
    return found && faultAt(`${found.fault}: ${found.focus.element}`, found.focus.address);
  } catch (error) {
    return faultAt(error instanceof Error ? error.message : String(error), page.url());
  }
}

/** Adds each key that it presses to `keys`. */
async function findWalkFault(
  page: Page,
  { screen, stage, random, keys, patience = patienceMillis }: Way & { keys: string[] },
): Promise<{ fault: string; focus: Focus } | undefined> {
  // Otherwise the browser would not load a screen whose address differs from the last one only after the '#'.
  await page.goto('about:blank');
  await openScreen(page, screen, stage);
  let before = await readFocus(page);
  await rememberFocus(page);
  const length = 10 + Math.floor(random() * 16);
  for (let step = 0; step < length; step++) {
    const key = pick(random() < 0.7 ? moves : others, random);
    if (before.refused.includes(key)) continue;
    keys.push(key);
    await page.keyboard.press(key);
    const { fault, focus } = await settle(page, { before, key, patience });
    if (fault) return { fault, focus: fault.startsWith('lost') ? before : focus };
    before = focus;
  }
  const trap = await findTrap(page, before);
  return trap === undefined ? undefined : { fault: trap, focus: before };
}

/** Reads the focus until nothing is wrong with it, or this many milliseconds have passed. */
async function settle(
  page: Page,
  { before, key, patience }: { before: Focus; key: string; patience: number },
): Promise<{ fault: string | undefined; focus: Focus }> {
  if (!moves.includes(key)) await standStill(page);
  const deadline = Date.now() + patience;
  for (;;) {
    const focus = await readFocus(page);
    const fault = findFault(before, focus, key);
    if (!fault || Date.now() > deadline) {
      await rememberFocus(page);
      return { fault, focus };
    }
    await page.waitForTimeout(50);
  }
}

/** Stores the focused element, so that the next reading can tell whether the focus has moved. */
const rememberFocus = (page: Page) =>
  inDocument(page, () => page.evaluate(() => Reflect.set(window, 'focusBefore', document.activeElement)));

/** Waits until the page has loaded, dialogs have closed and scrolling has ended. */
async function standStill(page: Page): Promise<void> {
  await inDocument(page, async () => {
    await settleAnimations(page);
    await page.waitForFunction((signs) => {
      const { scrollX, scrollY } = window;
      const isBusy = document.querySelector(signs) !== null;
      return new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(!isBusy && scrollX === window.scrollX && scrollY === window.scrollY), 150);
      });
    }, busySigns);
  });
}

function findFault(before: Focus, focus: Focus, key: string): string | undefined {
  if (!focus.isLost) return focus.hasMoved ? focus.unseen : undefined;
  const isNewDocument = focus.document !== before.document;
  const mayLeave = (key === 'Tab' && before.isLast) || (key === 'Shift+Tab' && before.isFirst);
  // Without a focus only Tab must give it to an element.
  const stayedNowhere = before.isLost && !moves.includes(key);
  return stayedNowhere || isNewDocument || mayLeave ? undefined : 'lost the focus that was on';
}

/** Checks that Tab moves the focus and Escape closes a dialog. Returns the problem. */
async function findTrap(page: Page, focus: Focus): Promise<string | undefined> {
  if (focus.isLost) return undefined;
  const start = await page.evaluateHandle(() => document.activeElement);
  const stops = await page.evaluate(() => document.querySelectorAll('a, button, input, select, textarea').length);
  const isThere = () => start.evaluate((element) => element === document.activeElement);
  for (let pressed = 0; pressed < stops + 5; pressed++) {
    await page.keyboard.press('Tab');
    if (!(await isThere())) break;
  }
  if (await isThere()) return 'Tab does not lead away from';
  if (!focus.isInDialog) return undefined;
  // A list or calendar that is open in the dialog closes first. With changes, the dialog asks before it closes.
  for (let pressed = 0; pressed < 2; pressed++) {
    await page.keyboard.press('Escape');
    const answered = await page
      .waitForFunction(
        (question) => !document.querySelector('dialog[open]') || document.body.innerText.includes(question),
        'Discard what you typed?',
        { timeout: patienceMillis },
      )
      .catch(() => undefined);
    if (answered) return undefined;
  }
  return 'Escape does not close the dialog around';
}

/** The focused element, and whether it is visible. */
export const readFocus = (page: Page): Promise<Focus> => inDocument(page, () => page.evaluate(describeFocus));

/** Repeats `ask` if the document was replaced meanwhile. */
async function inDocument<Answer>(page: Page, ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 5 || !String(error).includes('navigat')) throw error;
      await page.waitForLoadState();
    }
  }
}

/** Runs in the page. */
function describeFocus(): Focus {
  const stops =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex^="-"]), [contenteditable=true]';

  const element = document.activeElement ?? document.body;
  const isLost = element === document.body || element === document.documentElement;
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  const name = (
    element.getAttribute('aria-label') ??
    (labels.map((label) => label.textContent).join(' ') || element.textContent || element.id)
  )
    .replaceAll(/\s+/g, ' ')
    .trim();

  // A hidden checkbox or radio button is seen by its label.
  const seen = [element, ...labels].find((one) => one.getBoundingClientRect().width > 2) ?? element;
  const own = [element, ...labels];

  const whyUnseen = (): string | undefined => {
    if (isLost) return undefined;
    if (!seen.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      return 'the focus is on what is hidden';
    const boxes = [...seen.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (boxes.length === 0) return 'the focus is on what has no size';
    const shown = boxes
      .map(({ left, top, right, bottom }) => ({
        left: Math.max(left, 0),
        top: Math.max(top, 0),
        right: Math.min(right, innerWidth),
        bottom: Math.min(bottom, innerHeight),
      }))
      .filter(({ left, top, right, bottom }) => right - left >= 1 && bottom - top >= 1);
    if (shown.length === 0) return 'the focus is outside the window';
    const parts = [0.5, 0.08, 0.92, 0.3, 0.7];
    const isReached = shown.some(({ left, top, right, bottom }) =>
      parts.some((across) =>
        parts.some((down) => {
          const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
          return hit !== null && own.some((one) => one.contains(hit) || hit.contains(one));
        }),
      ),
    );
    return isReached ? undefined : 'the focus is covered';
  };

  const listRefused = (): string[] => {
    const pressing = ['Enter', 'Space'];
    const opensPicker = element instanceof HTMLInputElement && ['date', 'color'].includes(element.type);
    if (element instanceof HTMLSelectElement || opensPicker) {
      return pressing;
    }
    if (element instanceof HTMLAnchorElement) {
      const isOurs = element.origin === location.origin && !element.pathname.startsWith('/api/');
      return isOurs && !element.download && !element.target ? [] : pressing;
    }
    // Opens a window of another service.
    return element instanceof HTMLButtonElement && /google/i.test(name) ? pressing : [];
  };

  const dialog = element.closest('dialog');
  const isOtherOfGroup = (one: HTMLElement) =>
    one instanceof HTMLInputElement &&
    element instanceof HTMLInputElement &&
    one.type === 'radio' &&
    element.type === 'radio' &&
    one.name === element.name;
  const reachable = [...document.querySelectorAll<HTMLElement>(stops)].filter(
    (one) =>
      one !== element &&
      one.tabIndex >= 0 &&
      !one.matches(':disabled') &&
      !isOtherOfGroup(one) &&
      !one.closest('[inert]') &&
      // Behind a modal dialog, everything is inert.
      (!dialog?.matches(':modal') || dialog.contains(one)) &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  const lies = (one: Element, where: number) => (element.compareDocumentPosition(one) & where) !== 0;

  const role = element.getAttribute('role');
  return {
    element: `${element.tagName.toLowerCase()}${role ? `[${role}]` : ''} '${name.slice(0, 60)}'`,
    isLost,
    unseen: whyUnseen(),
    hasMoved: Reflect.get(window, 'focusBefore') !== element,
    refused: listRefused(),
    isLast: !reachable.some((one) => lies(one, Node.DOCUMENT_POSITION_FOLLOWING)),
    isFirst: !reachable.some((one) => lies(one, Node.DOCUMENT_POSITION_PRECEDING)),
    isInDialog: dialog !== null,
    document: performance.timeOrigin,
    address: location.pathname + location.search,
  };
}

function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** Walks from every screen in turn, prints each fault, and returns how many walks had one. */
async function walkAll({ browser, clinic, seed, numbers }: Journey): Promise<number> {
  const stage = await setStage(browser, clinic);
  const pages = new Map<Screen['signedInAs'], Page>();
  let stumbles = 0;
  for (const number of numbers) {
    const screen = screens[number % screens.length];
    if (!screen) continue;
    const page = pages.get(screen.signedInAs) ?? (await openAs(browser, clinic, screen.signedInAs));
    pages.set(screen.signedInAs, page);
    await page.setViewportSize(number % 3 === 0 ? { width: 360, height: 740 } : { width: 1280, height: 800 });
    const random = randomFrom(Math.imul(seed, 1_000_003) + number);
    const found = await walk(page, { screen, stage, random });
    if (!found) continue;
    stumbles += 1;
    console.log(
      `seed ${seed}, walk ${number}, ${found.screen}: ${found.fault}\n  at ${found.address}: ${found.keys.join(' ')}`,
    );
  }
  return stumbles;
}

interface Journey {
  browser: Browser;
  clinic: Clinic;
  seed: number;
  /** The seed and a walk's number determine its keys. The browser's state from earlier walks can differ. */
  numbers: readonly number[];
}

async function openAs(browser: Browser, clinic: Clinic, who: Screen['signedInAs']): Promise<Page> {
  const context = await browser.newContext({ baseURL: clinic.url, locale: 'en-US', timezoneId, reducedMotion });
  await allowWalks(context);
  const page = await context.newPage();
  if (who) await logIn(context, clinic.url, demoAccounts[who]);
  return page;
}

const timezoneId = zoneOfRun;
/** Smooth scrolling would take time after each key. */
export const reducedMotion = 'reduce';

// node e2e/walks.ts [walks] [seed] [only this walk]
if (import.meta.main) {
  const [walks = 1000, seed = 1, only] = process.argv.slice(2).map(Number);
  const numbers = only === undefined ? Array.from({ length: walks }, (_, number) => number) : [only];
  const clinic = await startClinic({ CLINIC_TIME_ZONE: timezoneId });
  const browser = await chromium.launch(findChromium());
  try {
    const stumbles = await walkAll({ browser, clinic, seed, numbers });
    console.log(`${numbers.length} walks with seed ${seed}, ${stumbles} stumbled.`);
    if (stumbles > 0) process.exitCode = 1;
  } finally {
    await browser.close();
    await clinic.stop();
  }
}
