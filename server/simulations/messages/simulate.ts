import { MessageKind } from '@openhours/contract/messages.ts';
import { eq, inArray, min } from 'drizzle-orm';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../src/database/database.ts';
import { people } from '../../src/database/schema/identity.ts';
import { outgoingMessages } from '../../src/database/schema/messages.ts';
import { createMessageDelivery } from '../../src/features/messages/deliver-messages.ts';
import { defineMessage, type Message, queueMessages } from '../../src/features/messages/index.ts';
import type { MessageKinds } from '../../src/features/messages/message-kind.ts';
import { retryMessages } from '../../src/features/messages/store.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { addressOf, HOST, startMailLine, startTextLine } from './lines.ts';
import { type Fate, fateOf, troublesOf } from './plan.ts';
import { judge, type Outcomes } from './verdict.ts';

const MINUTE = 60_000;
const START = new Date('2030-05-06T08:00:00Z');
const NODES = 2;
/** Both servers are away for an hour at the beginning: they refuse connections, then they are silent, or say so. */
const AWAY_MINUTES = { refusing: 55, unable: 60 };
const MOST_MINUTES = 30 * 60;
/** How often reports that are late come. */
const REPORT_MINUTES = 7;

interface MessageSimulation {
  readonly seed: string;
  readonly messages: number;
  /** Which part of them are text messages, between 0 and 1. */
  readonly textShare: number;
}

interface SimulatedMessages {
  readonly messages: number;
  readonly texts: number;
  readonly withFaults: number;
  readonly killed: number;
  readonly delivered: number;
  readonly doubled: number;
  readonly doubledTexts: number;
  readonly reported: number;
  /** Messages that failed because two tries ended without an answer; an admin sent them again. */
  readonly sentAgainByAdmin: number;
  readonly simulatedHours: number;
  readonly faults: readonly string[];
}

/**
 * Sends emails and text messages through two nodes and two servers with faults, and compares what was queued with what
 * arrived.
 */
export async function simulateMessages(simulation: MessageSimulation): Promise<SimulatedMessages> {
  const { seed, messages, textShare } = simulation;
  const database = await createTestDatabase();
  const { db } = database;
  const fates = Array.from({ length: messages }, (_, number) => fateOf(seed, { number, textShare }));
  const troubles = troublesOf(fates);
  let clock = START;
  const now = () => clock;
  const numbers = new Map(fates.map((_, number) => [uuidv7(), number]));
  const mailLine = await startMailLine(troubles);
  const textLine = await startTextLine({ db, now, troubles, fates, numbers });
  const lines = [mailLine, textLine];
  const nodes = Array.from({ length: NODES }, () => {
    const mail = mailLine.sender();
    const sender = textLine.sender();
    const texts = { sender, bounds: { perPerson: messages, perDay: messages * 10 } };
    const delivery = createMessageDelivery({ ...LETTERS, db, mail, texts, now, log: pino({ level: 'silent' }) });
    return { run: () => delivery.run(), close: () => Promise.all([mail.close(), sender.close()]) };
  });

  try {
    await queueAll(db, fates, numbers);
    const sentAgain = new Map<string, number>();
    let minute = 0;
    while (minute < MOST_MINUTES) {
      clock = new Date(START.getTime() + minute * MINUTE);
      if (minute === 0) for (const line of lines) await line.shut('refusing');
      if (minute === AWAY_MINUTES.refusing) await Promise.all([mailLine.shut('silent'), textLine.shut('busy')]);
      if (minute === AWAY_MINUTES.unable) for (const line of lines) await line.open();
      if (minute % REPORT_MINUTES === 0) await textLine.reportLate();
      await Promise.all(nodes.map((node) => node.run()));
      const due = await firstDue(db);
      if (due === undefined && minute >= AWAY_MINUTES.unable) {
        await textLine.reportLate();
        const again = await sendFailedAgain(db, clock);
        for (const id of again) sentAgain.set(id, (sentAgain.get(id) ?? 0) + 1);
        if (again.length === 0) break;
      }
      minute = nextMinute(minute, due);
    }
    const arrived = lines.flatMap((line) => line.arrived());
    const unknownTries = (number: number) => troubles.unknownTries(number);
    const { reported } = textLine;
    const verdict = judge({ fates, rows: await listRows(db), arrived, reported, unknownTries, sentAgain });
    return {
      messages,
      texts: fates.filter(({ channel }) => channel === 'text').length,
      withFaults: fates.filter((fate) => fate.faults.length > 0).length,
      killed: troubles.killed(),
      reported: reported.size,
      sentAgainByAdmin: sentAgain.size,
      simulatedHours: Math.round(minute / 6) / 10,
      ...verdict,
    };
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await Promise.all(lines.map((line) => line.stop()));
    await database.close();
  }
}

const kind = defineMessage<string>({
  find: async (_db, { about }) =>
    about['isUntrue'] === 'yes' ? { notSent: 'It is no longer true.' } : { facts: `Message ${about['number']}` },
  write: (subject) => ({ subject, blocks: [{ text: 'Good morning.' }], short: subject }),
  sample: 'Message',
  confirmsAddress: true,
});

const LETTERS = {
  // Its keys are all the kinds.
  kinds: Object.fromEntries(MessageKind.options.map((name) => [name, kind])) as MessageKinds,
  unsubscribeLink: () => 'http://localhost/unsubscribe',
  letterhead: () => ({
    name: 'Clinic',
    address: [],
    phone: '',
    logo: undefined,
    accent: '#0f5c50',
    onAccent: '#ffffff',
  }),
  host: HOST,
};

/** Each email has an address of its own. The text messages are to one person, because only people have a number. */
async function queueAll(db: Database, fates: readonly Fate[], numbers: ReadonlyMap<string, number>): Promise<void> {
  const personId = uuidv7();
  const phone = '+12025550142';
  await db
    .insert(people)
    .values({ id: personId, name: 'Kim', email: 'kim@example.org', phone, phoneConfirmedAt: START });
  const messages = [...numbers].map(([id, number]): Message => {
    const { channel = 'email', isUntrue = false } = fates[number] ?? {};
    const to = channel === 'text' ? { personId } : { address: addressOf(number) };
    const about = { number: String(number), isUntrue: isUntrue ? 'yes' : 'no' };
    return { id, kind: 'receipt', channel, ...to, about, now: START };
  });
  await db.transaction(async (tx) => {
    for (let from = 0; from < messages.length; from += 500) await queueMessages(tx, messages.slice(from, from + 500));
  });
}

/** When the first of the messages that are still to be sent is due, or was left by a node that died. */
async function firstDue(db: Database): Promise<Date | undefined> {
  const { state, dueAt } = outgoingMessages;
  const [found] = await db
    .select({ first: min(dueAt) })
    .from(outgoingMessages)
    .where(inArray(state, ['waiting', 'sending']));
  return found?.first ?? undefined;
}

/** The next minute in which something happens: in those between, the nodes would find nothing. */
function nextMinute(minute: number, due: Date | undefined): number {
  const changes = [AWAY_MINUTES.refusing, AWAY_MINUTES.unable].filter((change) => change > minute);
  const reports = minute - (minute % REPORT_MINUTES) + REPORT_MINUTES;
  const dueMinute = due === undefined ? minute + 1 : Math.ceil((due.getTime() - START.getTime()) / MINUTE);
  return Math.max(minute + 1, Math.min(dueMinute, reports, ...changes));
}

/** What an admin does with failed messages. */
async function sendFailedAgain(db: Database, now: Date): Promise<readonly string[]> {
  const { id, state } = outgoingMessages;
  const failed = await db.select({ id }).from(outgoingMessages).where(eq(state, 'failed'));
  for (const one of failed) await retryMessages(db, { id: one.id, now });
  return failed.map((one) => one.id);
}

async function listRows(db: Database): Promise<Outcomes['rows']> {
  const { id, about, state, delivery } = outgoingMessages;
  const rows = await db.select({ id, about, state, delivery }).from(outgoingMessages);
  return rows.map((row) => ({ ...row, number: Number(row.about['number']) }));
}
