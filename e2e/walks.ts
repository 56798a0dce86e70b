import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { settleAnimations } from './accessible.ts';
import { type Clinic, startClinic } from './clinic.ts';
import { morningZone } from './morning-zone.ts';
import { demoAccounts, logIn } from './people.ts';
import { openScreen, type Screen, type Stage, screens, setStage } from './screen-list.ts';

/** Where a walk broke off, with all that is needed to walk it again. */
export interface Stumble {
  screen: string;
  keys: readonly string[];
  /** What does not hold, and of which element. */
  fault: string;
  /** Where the walk was by then. */
  address: string;
}

/** What is known of the focus after a key. */
interface Focus {
  /** In words, for people. */
  element: string;
  /** Nothing has the focus. */
  isLost: boolean;
  /** Why it cannot be seen; undefined where it can. */
  unseen: string | undefined;
  /** On another element than at the last step. Where it has stayed, the page was scrolled away from under it. */
  hasMoved: boolean;
  /** Keys that would do here what cannot be undone, or leave the product. */
  refused: readonly string[];
  /** Nothing follows, or comes before, in the order of Tab: the focus may go to the browser's own controls. */
  isLast: boolean;
  isFirst: boolean;
  isInDialog: boolean;
  /** Differs between any two documents. */
  document: number;
  address: string;
}

type Random = () => number;

const settledWithinMs = 1500;
const moves = ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab'];
const others = ['Enter', 'Space', 'Escape', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'];

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Presses 10 to 25 random keys on a screen and looks after each whether the focus is somewhere, can be seen and is not
 * covered; at the end, whether Tab leads on and Escape closes a dialog. Returns the first thing that does not hold.
 */
export async function walk(
  page: Page,
  { screen, stage, random }: { screen: Screen; stage: Stage; random: Random },
): Promise<Stumble | undefined> {
  const keys: string[] = [];
  const stumble = (fault: string, address: string): Stumble => ({ screen: screen.name, keys, fault, address });
  try {
    const found = await findStumble(page, { screen, stage, random, keys });
    return found && stumble(`${found.fault}: ${found.focus.element}`, found.focus.address);
  } catch (error) {
    return stumble(error instanceof Error ? error.message : String(error), page.url());
  }
}

/** Notes in `keys` what it presses. */
async function findStumble(
  page: Page,
  { screen, stage, random, keys }: { screen: Screen; stage: Stage; random: Random; keys: string[] },
): Promise<{ fault: string; focus: Focus } | undefined> {
  await openScreen(page, screen, stage);
  let before = await readFocus(page);
  await rememberFocus(page);
  const length = 10 + Math.floor(random() * 16);
  for (let step = 0; step < length; step++) {
    const key = pick(random() < 0.7 ? moves : others, random);
    if (before.refused.includes(key)) continue;
    keys.push(key);
    await page.keyboard.press(key);
    const { fault, focus } = await settle(page, before, key);
    if (fault) return { fault, focus: fault.startsWith('lost') ? before : focus };
    before = focus;
  }
  const trap = await findTrap(page, before);
  return trap === undefined ? undefined : { fault: trap, focus: before };
}

/** Reads the focus until all is well with it, for a page may be on its way; what is wrong for long is a fault. */
async function settle(page: Page, before: Focus, key: string): Promise<{ fault: string | undefined; focus: Focus }> {
  if (!moves.includes(key)) await standStill(page);
  const deadline = Date.now() + settledWithinMs;
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

/** For the next look to tell whether it has moved. */
const rememberFocus = (page: Page) =>
  inDocument(page, () => page.evaluate(() => Reflect.set(window, 'focusBefore', document.activeElement)));

/** Waits until what a key has set going is over: a page that loads, a dialog that closes, a window that scrolls. */
async function standStill(page: Page): Promise<void> {
  await inDocument(page, async () => {
    await settleAnimations(page);
    await page.waitForFunction(() => {
      const { scrollX, scrollY } = window;
      const isBusy = document.querySelector(
        '[aria-busy="true"]:not([data-gallery] *), [role="progressbar"]:not([data-gallery] *)',
      );
      return new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(!isBusy && scrollX === window.scrollX && scrollY === window.scrollY), 150);
      });
    });
  });
}

function findFault(before: Focus, focus: Focus, key: string): string | undefined {
  if (!focus.isLost) return focus.hasMoved ? focus.unseen : undefined;
  const hasArrived = focus.document !== before.document || focus.address !== before.address;
  const mayLeave = (key === 'Tab' && before.isLast) || (key === 'Shift+Tab' && before.isFirst);
  return before.isLost || hasArrived || mayLeave ? undefined : 'lost the focus that was on';
}

/** Whether Tab leads away from where the focus is, and Escape out of a dialog. */
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
  // A list or a calendar that is open in the dialog takes the first one.
  for (let pressed = 0; pressed < 2; pressed++) {
    await page.keyboard.press('Escape');
    const isClosed = await page
      .locator('[role=dialog], [role=alertdialog], dialog[open]')
      .first()
      .waitFor({ state: 'detached', timeout: settledWithinMs })
      .then(() => true)
      .catch(() => false);
    if (isClosed) return undefined;
  }
  return 'Escape does not close the dialog around';
}

/** What has the focus, and whether it can be seen. */
export const readFocus = (page: Page): Promise<Focus> => inDocument(page, () => page.evaluate(describeFocus));

/** Does it again where the document went away meanwhile. */
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
  const dangerous =
    /sign out|delete|remove|cancel|\bpay\b|^ssl|submit|^book$|confirm|send|post|save|revoke|refund|release|report|block|log ?in|sign ?up|google|facebook|github|download|photo|picture|image|make |hide|restore|keep|accept|reset|end |leave it|show again/i;
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

  // Of a box that only its label shows, the label is what is seen.
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
    if (element instanceof HTMLSelectElement) return [...pressing, 'ArrowDown', 'ArrowUp', 'Home', 'End', 'a'];
    if (element instanceof HTMLAnchorElement) {
      const isOurs = element.origin === location.origin && !element.pathname.startsWith('/api/');
      return isOurs && !element.download && !element.target && !/sign out/i.test(name) ? [] : pressing;
    }
    if (element instanceof HTMLButtonElement) {
      const submits = element.form !== null && element.type === 'submit';
      return submits || dangerous.test(name) ? pressing : [];
    }
    if (element instanceof HTMLInputElement) return element.type === 'file' ? pressing : ['Enter'];
    return element instanceof HTMLTextAreaElement ? ['Enter'] : [];
  };

  const dialog = element.closest('[role=dialog], [role=alertdialog], dialog');
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

/** Walks from every screen in turn and returns how many walks stumbled; prints each as it does. */
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
  /** Of the walks. The seed and the number decide its keys; what earlier walks left in the browser is another matter. */
  numbers: readonly number[];
}

async function openAs(browser: Browser, clinic: Clinic, who: Screen['signedInAs']): Promise<Page> {
  const page = await (
    await browser.newContext({ baseURL: clinic.url, locale: 'en-US', timezoneId, reducedMotion })
  ).newPage();
  if (who) await logIn(page, clinic.url, demoAccounts[who]);
  return page;
}

const timezoneId = morningZone();
/** What scrolls smoothly is nowhere for a while: the walks ask where the focus comes to rest. */
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
