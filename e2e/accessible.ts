import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Scheme = 'light' | 'dark';

/**
 * Checks the page as it stands against every rule of WCAG 2.0–2.2 that axe can check and its best practices, in the
 * light scheme, and in the dark one against those that look at colours: nothing else differs. Only the contrast of level
 * AAA is left out. A soft check for each scheme, so that one run shows the faults of both.
 */
export async function expectAccessible(page: Page, schemes: readonly Scheme[] = ['light', 'dark']): Promise<void> {
  for (const colorScheme of schemes) {
    // Without motion: a message whose time is over while axe looks would be read in the middle of its fade.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settleAnimations(page);
    // Its other mode opens a second page to put together what it found in frames of other origins.
    const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(tags).disableRules(['color-contrast-enhanced'])
      : axe.withRules(rulesOfColour)
    ).analyze();
    const faults = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
    );
    expect.soft(faults, `accessible in the ${colorScheme} scheme at ${page.url()}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * Waits until nothing moves: a colour read in the middle of a fade is nobody's contrast. Endless animations (spinners)
 * are not waited for.
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
