import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { type Clinic, startClinic } from './clinic.ts';
import { demoAccounts, logIn } from './people.ts';
import { listSidewaysOverflow } from './reflow.ts';

/** Phones, and the width that most mail programs give an email. */
const WIDTHS = [360, 640];

/** The HTML of every email with invented facts, by kind. */
export async function listEmails(admin: BrowserContext, { url }: Pick<Clinic, 'url'>) {
  const read = async (path: string) => {
    const answer = await admin.request.get(`${url}/api/message-texts${path}`);
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
    return answer;
  };
  const texts: { kind: string }[] = await (await read('')).json();
  return Promise.all(texts.map(async ({ kind }) => ({ kind, html: await (await read(`/${kind}/sample`)).text() })));
}

/** `node e2e/emails.ts DIR`: pictures of every email at each width, light and dark. */
async function takeEmails(clinic: Clinic, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const problems: string[] = [];
  const browser = await chromium.launch(findChromium());
  try {
    const context = await browser.newContext();
    await logIn(context, clinic.url, demoAccounts.admin);
    const page = await context.newPage();
    for (const { kind, html } of await listEmails(context, clinic)) {
      await page.setContent(html);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 400 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: join(folder, `${kind}-${width}-${colorScheme}.png`), fullPage: true });
        }
        problems.push(
          ...(await page.evaluate(listSidewaysOverflow)).map((found) => `${kind} at ${width} px: ${found}`),
        );
      }
    }
  } finally {
    await browser.close();
  }
  return problems;
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Name the folder for the pictures.');
  const clinic = await startClinic();
  try {
    for (const problem of await takeEmails(clinic, folder)) {
      console.error(problem);
      process.exitCode = 1;
    }
  } finally {
    await clinic.stop();
  }
}
