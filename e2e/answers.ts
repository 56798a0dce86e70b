import type { Disposable, Page } from '@playwright/test';

/** Replaces the server's answer to a call, or text in it. `to` matches the address. */
export type Answer = { to: RegExp } & (WholeAnswer | { changes: readonly [RegExp, string] });
type WholeAnswer = { body: unknown; status?: number };

/** What answers in the page, until the next screen. */
const answering = new WeakMap<Page, Disposable>();

/**
 * Gives these answers to the page's calls from its next document on, and no longer those that were given before. They are
 * given in the page: Playwright's routes switch the browser's cache off, so that every script is loaded and compiled again.
 */
export async function giveAnswers(page: Page, answers: readonly Answer[]): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await answering.get(page)?.dispose();
  answering.delete(page);
  if (answers.length > 0) answering.set(page, await page.addInitScript(answerCalls, answers.map(toPlain)));
}

/** An answer without regular expressions, which cannot be sent to the page. */
function toPlain(answer: Answer) {
  const to = answer.to.source;
  if ('body' in answer) return { to, body: JSON.stringify(answer.body), status: answer.status ?? 200 };
  const [{ source, flags }, by] = answer.changes;
  return { to, change: { source, flags, by } };
}

/** Runs in every document, before its own scripts. */
function answerCalls(answers: readonly ReturnType<typeof toPlain>[]): void {
  const askServer = window.fetch;
  window.fetch = async (asked, init) => {
    const { href } = new URL(asked instanceof Request ? asked.url : asked, location.href);
    const found = answers.find(({ to }) => new RegExp(to).test(href));
    if (!found) return askServer(asked, init);
    if (!found.change)
      return new Response(found.body, { status: found.status, headers: { 'content-type': 'application/json' } });
    const { source, flags, by } = found.change;
    const answer = await askServer(asked, init);
    return new Response((await answer.text()).replaceAll(new RegExp(source, flags), by), answer);
  };
}
