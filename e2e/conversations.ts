import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Clinic } from './clinic.ts';
import { demoAccounts } from './people.ts';

/** Somebody who is signed in: a page of theirs, or their browser without a page. */
export type Caller = Pick<Page, 'context'>;

/** Calls the API as the person of this page. Throws with the server's answer on failure. */
export async function callAs(
  page: Caller,
  clinic: Pick<Clinic, 'url'>,
  request: { method: string; path: string; data?: object },
): Promise<Record<string, unknown>> {
  const answer = await page.context().request.fetch(`${clinic.url}/api${request.path}`, {
    method: request.method,
    headers: { origin: clinic.url },
    ...(request.data && { data: request.data }),
  });
  if (!answer.ok()) throw new Error(`${request.path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** A post of the person of this page, with a text that no other test has. */
export async function writePost(page: Caller, clinic: Clinic, text = 'Drink enough water.') {
  const description = `${text} ${randomUUID().slice(0, 8)}`;
  const { insertedId } = await callAs(page, clinic, { method: 'POST', path: '/posts', data: { description } });
  return { id: String(insertedId), description };
}

/** The id of the conversation about a post by the person of this page; creates it if necessary. */
export async function openConversation(
  page: Caller,
  clinic: Clinic,
  { postId, email }: { postId: string; email: string },
) {
  const answer = await callAs(page, clinic, { method: 'POST', path: '/conversations', data: { email, postId } });
  const { conversations } = answer['data'] as { conversations: { _id: string }[] };
  return conversations[0]?._id ?? '';
}

export async function say(
  page: Caller,
  clinic: Clinic,
  message: { conversationId: string; senderEmail: string; message: string },
): Promise<void> {
  await callAs(page, clinic, { method: 'POST', path: '/conversations/messages', data: message });
}

export const doctor = demoAccounts.doctor;
export const postCard = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });
export const log = (page: Page): Locator => page.getByRole('log');
export const input = (page: Page): Locator => page.getByPlaceholder('Type your message here');

/** Writes a message in the open conversation. */
export async function type(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Opens the only conversation about a post and waits until its messages have loaded. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Conversations about this post' }).getByRole('button', { name }).click();
  await log(page).waitFor();
}
