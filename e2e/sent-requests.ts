import type { Page } from '@playwright/test';

/**
 * Waits until the test has received every request that the page has made so far, so that it can assert that there was
 * none: the browser reports requests in order, and this makes another one.
 */
export async function untilRequestsAreSeen(page: Page): Promise<void> {
  const seen = page.waitForRequest('**/livez');
  await page.evaluate(async () => {
    // Two frames, so that work after rendering is done.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await fetch('/livez');
  });
  await seen;
}
