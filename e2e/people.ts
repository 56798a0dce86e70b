import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

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

/** Somebody whom the clinic has never seen: nothing that another test does touches them. */
export function newPerson(given: Partial<Person> = {}): Person {
  return { name: 'Amina Rahman', email: `amina.${randomUUID().slice(0, 13)}@example.org`, password, ...given };
}

/** Makes the account and signs this page's browser in, around the forms. Throws with the server's answer on failure. */
export async function signUp(page: Page, origin: string, person: Person = newPerson()): Promise<Person> {
  await postToIdentity(page, origin, 'sign-up/email', person);
  return person;
}

/** Signs this page's browser in, around the form. Throws with the server's answer on failure. */
export async function logIn(page: Page, origin: string, { email, password }: Omit<Person, 'name'>): Promise<void> {
  await postToIdentity(page, origin, 'sign-in/email', { email, password });
}

async function postToIdentity(page: Page, origin: string, call: string, data: object): Promise<void> {
  // The context's own client: the session cookie of the answer lands in the browser.
  const answer = await page.context().request.post(`${origin}/api/auth/${call}`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${call} answered ${answer.status()}: ${await answer.text()}`);
}
