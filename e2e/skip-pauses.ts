import { expect, type Page } from '@playwright/test';

/** Skips the pauses between a page's attempts until `then` holds. Call `page.clock.install()` before you open the page. */
export async function skipPauses(page: Page, then: () => Promise<void> | void): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(4000);
    await then();
  }).toPass();
}
