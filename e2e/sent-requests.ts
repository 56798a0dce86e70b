import type { Page } from '@playwright/test';

/**
 * Waits until every request that the page has made so far was told to the test, so that a test can say that there was
 * none: the browser tells them in order, and this makes one more.
 */
export async function untilRequestsAreSeen(page: Page): Promise<void> {
  const seen = page.waitForRequest('**/healthz');
  await page.evaluate(async () => {
    // Two frames: what the page does after it was drawn is done.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await fetch('/healthz');
  });
  await seen;
}
