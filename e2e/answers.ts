import type { Disposable, Page, Route } from '@playwright/test';

/** Replaces the server's answer to a call, or text in it. `to` matches the address. */
export type Answer = { to: RegExp } & (WholeAnswer | { changes: readonly [RegExp, string] });
type WholeAnswer = { body: unknown; status?: number };

/** What answers in the page, until the next screen. */
const answering = new WeakMap<Page, Disposable>();

/**
 * Gives these answers to the page's calls from its next document on, and no longer those that were given before. Whole
 * answers are given in the page: Playwright's routes switch the browser's cache off, so that every script is loaded and
 * compiled again.
 */
export async function giveAnswers(page: Page, answers: readonly Answer[]): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await answering.get(page)?.dispose();
  answering.delete(page);
  const whole = answers.flatMap((answer) =>
    'body' in answer ? [{ to: answer.to.source, body: JSON.stringify(answer.body), status: answer.status ?? 200 }] : [],
  );
  if (whole.length > 0) answering.set(page, await page.addInitScript(answerCalls, whole));
  for (const answer of answers) {
    if ('changes' in answer) await page.route(answer.to, (route) => changeAnswer(route, answer.changes));
  }
}

/** Runs in every document, before its own scripts. */
function answerCalls(answers: readonly { to: string; body: string; status: number }[]): void {
  const askServer = window.fetch;
  window.fetch = async (asked, init) => {
    const { href } = new URL(asked instanceof Request ? asked.url : asked, location.href);
    const found = answers.find(({ to }) => new RegExp(to).test(href));
    if (!found) return askServer(asked, init);
    const { body, status } = found;
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };
}

async function changeAnswer(route: Route, changes: readonly [RegExp, string]): Promise<void> {
  // Unlike a browser, this client does not repeat a request by itself if the server has just closed the reused connection.
  const response = await route.fetch({ maxRetries: 1 });
  await route.fulfill({ response, body: (await response.text()).replaceAll(...changes) });
}
