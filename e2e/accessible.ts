import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axeCore, { type Result, type RunOptions } from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Scheme = 'light' | 'dark';

const checks: Readonly<Record<Scheme, RunOptions>> = {
  light: { runOnly: { type: 'tag', values: tags }, rules: { 'color-contrast-enhanced': { enabled: false } } },
  dark: { runOnly: { type: 'rule', values: rulesOfColour } },
};

/**
 * Checks the page as it stands against every rule of WCAG 2.0–2.2 that axe can check and its best practices, in the
 * light scheme, and in the dark one against those that look at colours: nothing else differs. Only the contrast of level
 * AAA is left out. A soft check for each scheme, so that one run shows the faults of both.
 */
export async function expectAccessible(page: Page, schemes: readonly Scheme[] = ['light', 'dark']): Promise<void> {
  for (const colorScheme of schemes) {
    // Without motion no message fades out while axe reads its colours.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settleAnimations(page);
    const faults = (await listViolations(page, checks[colorScheme])).flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
    );
    expect.soft(faults, `accessible in the ${colorScheme} scheme at ${page.url()}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** What axe finds. Loading it once a document and reporting only violations takes a quarter of the time. */
async function listViolations(page: Page, checks: RunOptions): Promise<readonly Result[]> {
  const options: RunOptions = { ...checks, resultTypes: ['violations'], preload: { assets: ['media'] } };
  // With frames, Playwright's builder puts together what it finds in each.
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  return page.evaluate(async (given) => {
    const axe = Reflect.get(window, 'axe') as typeof axeCore;
    return (await axe.run(document, given)).violations;
  }, options);
}

/**
 * Waits until animations have ended: in the middle of a fade colours are wrong. Endless animations (spinners) do not
 * count.
 */
export async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const running = () =>
      document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    do {
      // Two frames: what changed just now begins to move in the first, and may start more when it ends.
      await frame();
      await frame();
      await Promise.allSettled(running().map((animation) => animation.finished));
    } while (running().some((animation) => animation.playState === 'running'));
  });
}
