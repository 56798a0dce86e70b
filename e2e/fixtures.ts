import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Clinic, startClinic } from './clinic.ts';
import { openConversation, writePost } from './conversations.ts';
import { collectFaults, type Faults } from './faults.ts';
import { type MailReader, readMailAt } from './inbox.ts';
import { zoneOfRun } from './morning-zone.ts';
import { confirmEmail, demoAccounts, logIn, openBrowser, type Person, signUp } from './people.ts';

export { expect } from '@playwright/test';
export { expectAccessible } from './accessible.ts';
export { everythingOfClinic } from './faults.ts';
export { demoAccounts, newPerson, type Person } from './people.ts';
export { expectNoSidewaysScroll } from './reflow.ts';
export { zoneOfRun };

/** It is morning in the clinic, so that today always has free slots. */
export const demoEnv: Readonly<Record<string, string>> = {
  CLINIC_TIME_ZONE: zoneOfRun,
  TEXT_MESSAGES: 'embedded',
};

interface WorkerFixtures {
  /** The same clinic for every file, because a worker's server and browser take seconds to start. */
  clinic: Clinic;
  /**
   * A window for the worker in which a demo account is signed in. A new one takes as long as half of a page, and a new browser
   * would load every script again.
   */
  windowOf: (who: keyof typeof demoAccounts | undefined) => Promise<Page>;
}

/** A post, its author in a separate browser, and a person who has a conversation with the author about it. */
interface Meeting {
  author: Page;
  person: Person;
  post: { id: string; description: string };
  conversationId: string;
}

interface TestFixtures {
  /** Faults of the pages. An undeclared fault fails the test. */
  faults: Faults;
  attachLog: undefined;
  mail: MailReader;
  /** A new signed-out browser. Its faults count like those of `page`. */
  newVisitor: () => Promise<Page>;
  /** Creates an account (by default a new person's) and signs the page in, without the forms. */
  signUp: (page: Page, person?: Person) => Promise<Person>;
  /** Confirms the address of a person who has signed up. */
  confirmEmail: (person: Person) => Promise<void>;
  /** Signs the page in, without the form. */
  logIn: (page: Page, account: Omit<Person, 'name'>) => Promise<void>;
  /** Signs the page in as a new person, who opens a conversation about a new post of the demo doctor's. */
  meetAuthor: (page: Page, person?: Person) => Promise<Meeting>;
}

/** A call that the test answers may be in progress at its end. A missing answer then is not a failure. */
async function endRoutes(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors';
  await Promise.all([
    context.unrouteAll({ behavior }),
    ...context.pages().map((page) => page.unrouteAll({ behavior })),
  ]);
}

/** Playwright's test with one clinic per worker. A fault on any page fails the test unless it was expected. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  clinic: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern: there are none.
    async ({}, use) => {
      const clinic = await startClinic(demoEnv);
      await use(clinic);
      await clinic.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  windowOf: [
    async ({ browser, clinic }, use) => {
      const opened = new Map<keyof typeof demoAccounts | undefined, Page>();
      await use(async (who) => {
        const page = opened.get(who) ?? (await (await openBrowser(browser, clinic, who)).newPage());
        opened.set(who, page);
        return page;
      });
      for (const page of opened.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ clinic }, use) => use(clinic.url),

  // Before `context` in the dependencies, so that it checks after the last page was closed.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern: there are none.
  faults: async ({}, use) => {
    const faults = collectFaults();
    await use(faults);
    expect(faults.unexpected(), 'no page made a fault that the test does not expect').toEqual([]);
  },

  context: async ({ context, faults }, use) => {
    await faults.watch(context);
    await use(context);
    await endRoutes(context);
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
      // Playwright gives it the settings of the test's own context.
      const context = await browser.newContext();
      contexts.push(context);
      await faults.watch(context);
      return context.newPage();
    });
    for (const context of contexts) {
      await endRoutes(context);
      await context.close();
    }
  },

  signUp: async ({ clinic }, use) => use((page, person) => signUp(page, clinic.url, person)),
  confirmEmail: async ({ clinic, mail }, use) => use((person) => confirmEmail(clinic.url, mail, person)),
  logIn: async ({ clinic }, use) => use((page, account) => logIn(page.context(), clinic.url, account)),

  meetAuthor: async ({ clinic, newVisitor }, use) =>
    use(async (page, given) => {
      const author = await newVisitor();
      const [person] = await Promise.all([
        signUp(page, clinic.url, given),
        logIn(author.context(), clinic.url, demoAccounts.doctor),
      ]);
      const post = await writePost(author, clinic);
      const conversationId = await openConversation(page, clinic, { postId: post.id, email: person.email });
      return { author, person, post, conversationId };
    }),
});
