import type { Page, Route } from '@playwright/test';

/**
 * Handles the next request to an address. Unlike `page.route` with `times: 1`, it goes on intercepting: when interception
 * ends, the browser can lose the answers of requests that it has stopped.
 */
export async function routeOnce(
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => Promise<void> | undefined,
): Promise<void> {
  let isHandled = false;
  await page.route(url, async (route) => {
    if (isHandled) return await route.fallback();
    isHandled = true;
    return await handle(route);
  });
}
