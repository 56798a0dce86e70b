import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Clinic, startClinic } from './clinic.ts';
import { collectFaults, type Faults } from './faults.ts';
import { type MailReader, readMailAt } from './inbox.ts';
import { logIn, type Person, signUp } from './people.ts';

export { expect } from '@playwright/test';
export { expectAccessible } from './accessible.ts';
export { morningZone } from './morning-zone.ts';
export { demoAccounts, newPerson, type Person } from './people.ts';
export { expectNoSidewaysScroll } from './reflow.ts';

interface WorkerFixtures {
  /** Settings of the server beside the harness's own, as environment variables. At the top of a file only. */
  clinicEnv: Readonly<Record<string, string>>;
  clinic: Clinic;
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
}

/** Playwright's test with a clinic of its own for each worker, whose pages may not make a single fault unannounced. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  clinicEnv: [{}, { scope: 'worker', option: true }],

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
});
