import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Clinic } from './clinic.ts';
import type { MailReader } from './inbox.ts';

export interface Person {
  name: string;
  email: string;
  password: string;
}

const password = 'Openhours1!';

/** The accounts that every demo clinic has. */
export const demoAccounts = {
  admin: { email: 'admin@openhours.example', password },
  doctor: { email: 'doctor@openhours.example', password },
  patient: { email: 'patient@openhours.example', password },
};

/** A new person whom no other test uses. */
export function newPerson(given: Partial<Person> = {}): Person {
  return { name: 'Amina Rahman', email: `amina.${randomUUID().slice(0, 13)}@example.org`, password, ...given };
}

/**
 * Creates the account and signs this page's browser in, through the API. Throws with the server's answer on failure.
 */
export async function signUp(page: Page, origin: string, person: Person = newPerson()): Promise<Person> {
  await postToIdentity(page.context(), origin, 'sign-up/email', person);
  return person;
}

/** Signs the browser in through the API. Throws with the server's answer on failure. */
export async function logIn(
  browser: BrowserContext,
  origin: string,
  { email, password }: Omit<Person, 'name'>,
): Promise<void> {
  await postToIdentity(browser, origin, 'sign-in/email', { email, password });
}

/** Confirms the email address of a person, with the link that they were sent when they or the clinic opened the account. */
export async function confirmEmail(
  origin: string,
  mail: MailReader,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  const { text } = await mail.waitFor({ to: email, subject: /^(Confirm your email|Your account at)/ });
  const token = /confirm-email#token=(\S+)/.exec(text)?.[1];
  const answer = await fetch(`${origin}/api/email-confirmation/confirm`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
  if (!answer.ok) throw new Error(`The confirmation was answered ${answer.status}: ${await answer.text()}`);
}

async function postToIdentity(browser: BrowserContext, origin: string, call: string, data: object): Promise<void> {
  // The context's own client, so that the browser gets the session cookie.
  const answer = await browser.request.post(`${origin}/api/auth/${call}`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${call} answered ${answer.status()}: ${await answer.text()}`);
}

/** A browser in which this person is signed in, or nobody. */
export async function openBrowser(
  browser: Browser,
  clinic: Clinic,
  who: keyof typeof demoAccounts | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: clinic.url, locale: 'en-US', timezoneId: 'UTC' });
  if (who) await logIn(context, clinic.url, demoAccounts[who]);
  return context;
}
