import type { Page, Route } from '@playwright/test';

/**
 * Handles the next request to an address, with this method if one is given. Unlike `page.route` with `times: 1`, it goes
 * on intercepting: when interception ends, the browser can lose the answers of requests that it has stopped.
 */
export async function routeOnce(
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => Promise<void> | undefined,
  method?: string,
): Promise<void> {
  let isHandled = false;
  await page.route(url, async (route) => {
    if (isHandled || (method !== undefined && route.request().method() !== method)) return await route.fallback();
    isHandled = true;
    return await handle(route);
  });
}

/** The request is carried out, and its answer does not arrive. */
export async function loseAnswer(route: Route): Promise<void> {
  // Unlike a browser, this client does not repeat a request by itself if the server has just closed the reused connection.
  await route.fetch({ maxRetries: 1 });
  await route.abort();
}

/** A request that waits until `send` is called. */
export function lateRequest(): { sendLate: (route: Route) => Promise<void>; send: () => void } {
  const { promise, resolve: send } = Promise.withResolvers<void>();
  return {
    sendLate: async (route) => {
      await promise;
      await route.continue();
    },
    send,
  };
}
