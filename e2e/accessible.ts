import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { default as Axe, Result, RunOptions } from 'axe-core';

// The minified one: every document has to read it.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Scheme = 'light' | 'dark';

const checks: Readonly<Record<Scheme, RunOptions>> = {
  light: { runOnly: { type: 'tag', values: tags }, rules: { 'color-contrast-enhanced': { enabled: false } } },
  dark: { runOnly: { type: 'rule', values: rulesOfColour } },
};

/**
 * Checks the page with all of axe's rules for WCAG 2.0–2.2 and best practices, except AAA contrast, in the light
 * scheme; in the dark scheme only with the rules about colours, because nothing else differs. Soft assertions, so that
 * one run shows the faults of both. Scrolls to the start first: elsewhere, a target can lie half below the header, and
 * axe calls it too small.
 */
export async function expectAccessible(page: Page, schemes: readonly Scheme[] = ['light', 'dark']): Promise<void> {
  const reducedMotion = await page.evaluate(() => {
    scrollTo(0, 0);
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : null;
  });
  for (const colorScheme of schemes) {
    // With reduced motion, no message fades out while axe reads its colours.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A list that is about to be replaced is pale.
    await expect(page.locator('[aria-busy="true"]:not(main, button)')).toHaveCount(0);
    await settleAnimations(page);
    const faults = (await listViolations(page, checks[colorScheme])).flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
    );
    expect.soft(faults, `accessible in the ${colorScheme} scheme at ${page.url()}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion });
}

/** Axe's violations. Loading it once per document and reporting only violations takes a quarter of the time. */
async function listViolations(page: Page, checks: RunOptions): Promise<readonly Result[]> {
  const options: RunOptions = { ...checks, resultTypes: ['violations'], preload: { assets: ['media'] } };
  // With frames, Playwright's builder combines the results of all frames. It cannot read those without scripts.
  const withoutScripts = await page.locator('iframe[sandbox]').count();
  if (page.frames().length - withoutScripts > 1)
    return (await new AxeBuilder({ page, axeSource }).options(options).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page);
  return page.evaluate(async (given) => {
    const axe = Reflect.get(window, 'axe') as typeof Axe;
    // The page behind a dialog is inert: axe would find nothing there, after a long look.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    return (await axe.run({ include: [dialog ?? document], exclude: ['iframe[sandbox]'] }, given)).violations;
  }, options);
}

/** By the protocol itself: as a call of Playwright's it would be compiled twice, by `eval` in every document. */
async function loadAxe(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const { exceptionDetails } = await protocol.send('Runtime.evaluate', { expression: `${axeSource}\n;undefined` });
  await protocol.detach();
  if (exceptionDetails) throw new Error(`Axe cannot be loaded: ${exceptionDetails.text}`);
}

/**
 * Waits until animations have ended, because colours are wrong during a fade. Endless animations (spinners) do not
 * count.
 */
export async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const running = () =>
      document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    do {
      // Two frames: a recent change starts its animation in the first one, and its end may start another.
      await frame();
      await frame();
      await Promise.allSettled(running().map((animation) => animation.finished));
    } while (running().some((animation) => animation.playState === 'running'));
  });
}
