import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Clinic, startClinic } from './clinic.ts';
import { collectFaults, type Faults } from './faults.ts';
import { type MailReader, readMailAt } from './inbox.ts';
import { morningZone } from './morning-zone.ts';
import { demoAccounts, logIn, type Person, signUp } from './people.ts';
import { openConversation, writePost } from './talk.ts';

export { expect } from '@playwright/test';
export { expectAccessible } from './accessible.ts';
export { demoAccounts, newPerson, type Person } from './people.ts';
export { expectNoSidewaysScroll } from './reflow.ts';
export { morningZone };

interface WorkerFixtures {
  /** Settings of the server beside the harness's own, as environment variables. At the top of a file only. */
  clinicEnv: Readonly<Record<string, string>>;
  clinic: Clinic;
}

/** A post, its author in a browser of their own, and somebody who has a conversation with them about it. */
interface Meeting {
  author: Page;
  person: Person;
  post: { id: string; description: string };
  conversationId: string;
}

interface TestFixtures {
  /** What the pages did wrong; anything that the test did not `expect` fails it. */
  faults: Faults;
  attachLog: undefined;
  mail: MailReader;
  /** Another person's browser, in which nobody is signed in; as strict as `page`. */
  newVisitor: () => Promise<Page>;
  /** Makes an account (a new person's by default) and signs the page in, around the forms. */
  signUp: (page: Page, person?: Person) => Promise<Person>;
  /** Signs the page in, around the form. */
  logIn: (page: Page, account: Omit<Person, 'name'>) => Promise<void>;
  /** Signs the page in as a new person, who opens a conversation about a new post of the demo doctor's. */
  meetAuthor: (page: Page, person?: Person) => Promise<Meeting>;
}

/** Playwright's test with a clinic of its own for each worker, whose pages may not make a single fault unannounced. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // A clinic where it is morning, so that today has free slots whatever the hour. Each file that sets something else gets
  // workers of its own, and each of those a server and a database: it takes seconds.
  clinicEnv: [{ CLINIC_TIME_ZONE: morningZone() }, { scope: 'worker', option: true }],

  clinic: [
    async ({ clinicEnv }, use) => {
      const clinic = await startClinic(clinicEnv);
      await use(clinic);
      await clinic.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ clinic }, use) => use(clinic.url),

  // Before `context` in its dependencies, so that it judges after the last page was closed.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern: none.
  faults: async ({}, use) => {
    const faults = collectFaults();
    await use(faults);
    expect(faults.unexpected(), 'no page made a fault that the test does not expect').toEqual([]);
  },

  context: async ({ context, faults }, use) => {
    await faults.watch(context);
    await use(context);
  },

  attachLog: [
    async ({ clinic }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus) {
        await info.attach('server.log', { body: clinic.log(), contentType: 'text/plain' });
      }
    },
    { auto: true },
  ],

  mail: async ({ clinic }, use) => use(readMailAt(clinic.sandboxUrl)),

  newVisitor: async ({ browser, faults }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      // Playwright gives it the same settings as the test's own context.
      const context = await browser.newContext();
      contexts.push(context);
      await faults.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  signUp: async ({ clinic }, use) => use((page, person) => signUp(page, clinic.url, person)),
  logIn: async ({ clinic }, use) => use((page, account) => logIn(page, clinic.url, account)),

  meetAuthor: async ({ clinic, newVisitor }, use) =>
    use(async (page, given) => {
      const author = await newVisitor();
      const [person] = await Promise.all([
        signUp(page, clinic.url, given),
        logIn(author, clinic.url, demoAccounts.doctor),
      ]);
      const post = await writePost(author, clinic);
      const conversationId = await openConversation(page, clinic, { postId: post.id, email: person.email });
      return { author, person, post, conversationId };
    }),
});
