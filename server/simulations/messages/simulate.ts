import { MessageKind } from '@openhours/contract/messages.ts';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import type { Database } from '../../src/database/database.ts';
import { createMessageDelivery } from '../../src/features/messages/deliver-messages.ts';
import { defineMessage, queueMessage } from '../../src/features/messages/index.ts';
import type { MessageKinds } from '../../src/features/messages/message-kind.ts';
import { retryMessages } from '../../src/features/messages/store.ts';
import type { MailSender } from '../../src/providers/mail/port.ts';
import { createSmtpSender } from '../../src/providers/mail/smtp.ts';
import {
  type FaultyMailServer,
  MAIL_FAULTS,
  type MailFault,
  startFaultyMailServer,
} from '../../testing/faulty-mail-server.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { chanceOf } from '../payments/plan.ts';

const MINUTE = 60_000;
const START = new Date('2030-05-06T08:00:00Z');
const NODES = 2;
/** Long enough for a slow answer, short enough for many silent ones. */
const DEADLINE_MILLIS = 150;
/** The mail server is away for an hour at the beginning: it refuses connections, then it is silent. */
const AWAY_MINUTES = { refusing: 55, silent: 60 };
const MOST_MINUTES = 30 * 60;

/** Where a node is killed: what it did by then stays, and it marks nothing. */
const KILL_POINTS = ['after-claim', 'after-hand-over'] as const;
type KillPoint = (typeof KILL_POINTS)[number];

interface Fate {
  readonly faults: readonly (MailFault | KillPoint)[];
  /** What it is about is no longer true when its turn comes. */
  readonly isUntrue: boolean;
}

function fateOf(seed: string, number: number): Fate {
  const chance = chanceOf(`${seed}/message/${number}`);
  const faulty = chance.is(1 / 3);
  const faults = Array.from({ length: faulty ? chance.pick([1, 1, 1, 2, 3]) : 0 }, () =>
    chance.pick([...KILL_POINTS, ...MAIL_FAULTS]),
  );
  return { faults, isUntrue: chance.is(0.05) };
}

export interface MessageSimulation {
  readonly seed: string;
  readonly messages: number;
}

export interface SimulatedMessages {
  readonly messages: number;
  readonly withFaults: number;
  readonly killed: number;
  readonly delivered: number;
  readonly doubled: number;
  /** Messages that failed because two tries ended without an answer; an admin sent them again. */
  readonly sentAgainByAdmin: number;
  readonly simulatedHours: number;
  readonly faults: readonly string[];
}

/** Sends messages through two nodes and a mail server with faults, and compares what was queued with what arrived. */
export async function simulateMessages({ seed, messages }: MessageSimulation): Promise<SimulatedMessages> {
  const database = await createTestDatabase();
  const left = new Map<string, (MailFault | KillPoint)[]>();
  const unknownTries = new Map<string, number>();
  const state = { clock: START, killed: 0 };
  const nextFault = (to: string) => left.get(to)?.at(0);
  const take = (to: string) => left.get(to)?.shift();
  const isKill = (fault: string | undefined): fault is KillPoint => KILL_POINTS.some((point) => point === fault);
  const server = await startFaultyMailServer({
    faultOf(to) {
      const fault = nextFault(to);
      if (fault === undefined || isKill(fault)) return undefined;
      take(to);
      if (LEAVES_UNKNOWN.has(fault)) count(unknownTries, to);
      return fault;
    },
  });

  const through = (sender: MailSender): MailSender => ({
    ...sender,
    async send(mail) {
      const { to } = mail;
      const fault = nextFault(to);
      if (!isKill(fault)) {
        const before = unknownTries.get(to) ?? 0;
        const outcome = await sender.send(mail);
        // On a busy machine, an answer may come after the deadline without any fault of the mail server.
        if (outcome.kind === 'unknown' && (unknownTries.get(to) ?? 0) === before) count(unknownTries, to);
        return outcome;
      }
      take(to);
      state.killed += 1;
      count(unknownTries, to);
      if (fault === 'after-hand-over') await sender.send(mail);
      throw new Error(`killed ${fault}`);
    },
  });
  const log = pino({ level: 'silent' });
  const nodes = Array.from({ length: NODES }, () => {
    const sender = createSmtpSender({
      smtpUrl: server.smtpUrl,
      from: () => 'Clinic <clinic@example.org>',
      log,
      connectMillis: DEADLINE_MILLIS,
      deadlineMillis: DEADLINE_MILLIS,
    });
    return {
      ...createMessageDelivery({
        unsubscribeLink: () => 'http://localhost/unsubscribe',
        db: database.db,
        mail: through(sender),
        kinds: KINDS,
        letterhead: () => ({
          name: 'Clinic',
          address: [],
          phone: '',
          logo: undefined,
          accent: '#0f5c50',
          onAccent: '#ffffff',
        }),
        host: 'clinic.example',
        now: () => state.clock,
        log,
      }),
      sender,
    };
  });

  try {
    const fates = Array.from({ length: messages }, (_, number) => fateOf(seed, number));
    await queueAll(database.db, fates, left);
    const sentAgain = new Map<string, number>();
    let minute = 0;
    for (; minute < MOST_MINUTES; minute += 1) {
      state.clock = new Date(START.getTime() + minute * MINUTE);
      await comeAndGo(server, minute);
      await Promise.all(nodes.map((node) => node.run()));
      if (minute < AWAY_MINUTES.silent) continue;
      if ((await countWaiting(database.db)) > 0) continue;
      const again = await sendFailedAgain(database.db, state.clock);
      for (const id of again) sentAgain.set(id, (sentAgain.get(id) ?? 0) + 1);
      if (again.length === 0) break;
    }
    const found = await compare(database.db, { fates, server, unknownTries, sentAgain });
    return {
      messages,
      withFaults: fates.filter(({ faults }) => faults.length > 0).length,
      killed: state.killed,
      sentAgainByAdmin: sentAgain.size,
      simulatedHours: Math.round(minute / 6) / 10,
      ...found,
    };
  } finally {
    for (const { sender } of nodes) await sender.close();
    await server.stop();
    await database.close();
  }
}

/** Faults after which nobody knows whether the email was taken. */
const LEAVES_UNKNOWN: ReadonlySet<string> = new Set(['silent-after', 'cut-after', 'cut-before']);

const addressOf = (number: number) => `m${number}@example.org`;

const kind = defineMessage<string>({
  find: async (_db, { about }) =>
    about['isUntrue'] === 'yes' ? { notSent: 'It is no longer true.' } : { facts: `Message ${about['number']}` },
  write: (subject) => ({ subject, blocks: [{ text: 'Good morning.' }] }),
  sample: 'Message',
  confirmsAddress: true,
});
// Its keys are all the kinds.
const KINDS = Object.fromEntries(MessageKind.options.map((name) => [name, kind])) as MessageKinds;

async function queueAll(db: Database, fates: readonly Fate[], left: Map<string, (MailFault | KillPoint)[]>) {
  await db.transaction(async (tx) => {
    for (const [number, { faults, isUntrue }] of fates.entries()) {
      const address = addressOf(number);
      left.set(address, [...faults]);
      const about = { number: String(number), isUntrue: isUntrue ? 'yes' : 'no' };
      await queueMessage(tx, { kind: 'receipt', address, about, now: START });
    }
  });
}

async function comeAndGo(server: FaultyMailServer, minute: number): Promise<void> {
  if (minute === 0) await server.shut('refusing');
  if (minute === AWAY_MINUTES.refusing) await server.shut('silent');
  if (minute === AWAY_MINUTES.silent) await server.open();
}

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from outgoing_messages where state in ('waiting', 'sending')`,
  );
  return rows[0]?.waiting ?? 0;
}

/** What an admin does with failed messages. */
async function sendFailedAgain(db: Database, now: Date): Promise<readonly string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from outgoing_messages where state = 'failed'`);
  for (const { id } of rows) await retryMessages(db, { id, now });
  return rows.map(({ id }) => id);
}

async function compare(
  db: Database,
  {
    fates,
    server,
    unknownTries,
    sentAgain,
  }: {
    fates: readonly Fate[];
    server: FaultyMailServer;
    unknownTries: ReadonlyMap<string, number>;
    sentAgain: ReadonlyMap<string, number>;
  },
) {
  const { rows } = await db.execute<{ id: string; address: string | null; number: string; state: string }>(
    sql`select id, address, about ->> 'number' as number, state from outgoing_messages`,
  );
  const copies = Map.groupBy(server.received, ({ to }) => to);
  const faults: string[] = [];
  let doubled = 0;
  if (rows.length !== fates.length) faults.push(`${rows.length} rows of ${fates.length}`);
  for (const { id, number, state } of rows) {
    const address = addressOf(Number(number));
    const theirs = copies.get(address) ?? [];
    const isUntrue = fates[Number(number)]?.isUntrue;
    const unknown = unknownTries.get(address) ?? 0;
    if (state !== (isUntrue ? 'dropped' : 'sent')) faults.push(`${number} is ${state}`);
    if (!isUntrue && theirs.length === 0) faults.push(`${number} did not arrive`);
    // Twice at most, and only if a try ended without an answer; as often again each time that an admin sends it again.
    const most = isUntrue ? 0 : Math.min(1 + unknown, 2 * (1 + (sentAgain.get(id) ?? 0)));
    if (theirs.length > most) faults.push(`${number} arrived ${theirs.length} times`);
    if (theirs.some(({ messageId }) => messageId !== `${id}@clinic.example`)) faults.push(`${number} changed its id`);
    if (theirs.length > 1) doubled += 1;
  }
  return { delivered: copies.size, doubled, faults };
}

function count(of: Map<string, number>, key: string): void {
  of.set(key, (of.get(key) ?? 0) + 1);
}
