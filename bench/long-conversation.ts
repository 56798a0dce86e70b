import { randomUUID } from 'node:crypto';
import { people } from '@openhours/server/database/schema/identity.ts';
import { conversationParticipants, conversations, messages, posts } from '@openhours/server/database/schema/index.ts';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { findChromium } from '../scripts/find-chromium.ts';
import { type BenchClinic, startBenchClinic } from './bench-clinic.ts';
import { cleaningUp } from './cleaning-up.ts';
import { ratio } from './table.ts';

/** Scrolling in a conversation of 10,000 messages compared with one of 1,000, with the processor slowed four times. */
const SIZES = [1000, 10_000] as const;
const STEPS = 60;
const STEP_PIXELS = 600;
const SLOWED = 4;

interface Smoothness {
  readonly messages: number;
  readonly openMillis: number;
  /** The main thread's work per turn of the wheel: script, style, layout, paint. */
  readonly stepMillis: number;
  readonly rows: number;
}

await cleaningUp(async (cleanUp) => {
  const clinic = await startBenchClinic(cleanUp);
  const browser = await chromium.launch(findChromium());
  cleanUp.defer(() => browser.close());
  const page = await browser.newPage({ baseURL: clinic.url });
  const [reader, author] = [await signUp(page, clinic), await signUp(await browser.newPage(), clinic)];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });

  const measured: Smoothness[] = [];
  for (const size of SIZES)
    measured.push(await scrollThrough({ page, devtools }, await writeConversation(clinic, { reader, author, size })));
  console.log(`Scrolling up a conversation by ${STEPS * STEP_PIXELS} pixels, processor slowed ${SLOWED} times`);
  for (const one of measured) {
    console.log(
      `  ${String(one.messages).padStart(6)} messages: open in ${one.openMillis.toFixed(0)} ms, ` +
        `${one.stepMillis.toFixed(1)} ms of work a step, ${one.rows} rows in the page`,
    );
  }
  const [few, many] = measured;
  console.log(`  10,000 / 1,000: ${ratio(many?.openMillis, few?.openMillis)} to open,`);
  console.log(`    ${ratio(many?.stepMillis, few?.stepMillis)} of the work a step`);
});

async function signUp(page: Page, { url, database }: BenchClinic): Promise<string> {
  const email = `${randomUUID()}@bench.example`;
  const data = { name: 'Pat Reader', email, password: 'Correct1!' };
  const answer = await page.request.post(`${url}/api/auth/sign-up/email`, { data, headers: { origin: url } });
  if (!answer.ok()) throw new Error(await answer.text());
  const [person] = await database.db.select().from(people).where(eq(people.email, email));
  if (!person) throw new Error('Nobody has signed up');
  return person.id;
}

/** A conversation of this many messages, from each side in turn, inserted directly into the database. */
async function writeConversation(
  { database: { db } }: BenchClinic,
  { reader, author, size }: { reader: string; author: string; size: number },
): Promise<{ path: string; size: number }> {
  const [postId, id] = [randomUUID(), randomUUID()];
  const now = new Date();
  await db.insert(posts).values({ id: postId, authorId: author, description: 'Drink water.', postedAt: now });
  await db
    .insert(conversations)
    .values({ id, postId, authorId: author, openerId: reader, createdAt: now, messageCount: size });
  await db
    .insert(conversationParticipants)
    .values([reader, author].map((personId) => ({ conversationId: id, personId, activeAt: now, readNumber: size })));
  await db.insert(messages).select(
    sql`select gen_random_uuid(), ${id}::uuid, n, case when n % 2 = 0 then ${reader}::uuid else ${author}::uuid end,
      'Line ' || n || repeat(' and more of it', n % 7), ${now.toISOString()}::timestamptz, null::timestamptz
      from generate_series(1, ${size}) n`,
  );
  return { path: `/conversations/${postId}?with=${id}`, size };
}

async function scrollThrough(
  { page, devtools }: { page: Page; devtools: CDPSession },
  { path, size }: { path: string; size: number },
): Promise<Smoothness> {
  await page.goto('/conversations');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const started = performance.now();
  await page.goto(path);
  const log = page.getByRole('log');
  await log.getByText(`Line ${size}`).first().waitFor();
  const openMillis = performance.now() - started;
  const before = await workOf(devtools);
  await log.hover();
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, -STEP_PIXELS);
    await page.waitForTimeout(50);
  }
  const stepMillis = ((await workOf(devtools)) - before) / STEPS;
  return {
    messages: size,
    openMillis,
    stepMillis,
    rows: await log.locator('[data-index]').count(),
  };
}

/** The total work of the page's main thread, in milliseconds. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
