import { setTimeout as sleep } from 'node:timers/promises';
import { areStored } from '../../src/features/second-factor/hash-recovery-codes.ts';
import type { FaultyClinic } from './clinic.ts';
import { GONE, type History } from './history.ts';
import { type Kind, THINGS } from './kinds.ts';

/** Longer than a node can keep a refund for itself, which is a minute. */
const QUIET_WITHIN_MILLIS = 200_000;
/** How often a message may arrive: once, and once more if nobody knows whether the first one did. */
const MOST_COPIES = 2;

interface Row {
  readonly id: string;
  readonly state?: string | null;
}

type Judged = Pick<FaultyClinic, 'rows' | 'sandbox' | 'mailServer' | 'textServer' | 'urls'>;

/** What the history promises and the database, a provider or the mail server does not have exactly once. */
export async function judge(clinic: Judged, history: History) {
  const faults: string[] = [...history.complaints];
  const lastOf = (kinds: readonly Kind[]) => {
    const known = history.acknowledged.filter(({ what }) => kinds.includes(what));
    return new Map(known.map((entry) => [entry.id, entry]));
  };
  /** Compares the database with the last acknowledgement about each thing. */
  const compare = (kinds: readonly Kind[], rows: readonly Row[]) => {
    const last = lastOf(kinds);
    const there = Map.groupBy(rows, ({ id }) => id);
    for (const { id, what, as } of last.values()) {
      const copies = there.get(id) ?? [];
      const state = copies[0]?.state ?? undefined;
      if (copies.length !== (as === GONE ? 0 : 1)) faults.push(`${what} ${id} is there ${copies.length} times`);
      else if (as !== GONE && state !== as) faults.push(`${what} ${id} is '${state}' instead of '${as}'`);
    }
  };
  /** The row with the acknowledged recovery codes in place of their hashes, if these are their hashes. */
  const withCodes = async (row: Row, as: string): Promise<Row> => {
    const { id, state } = row;
    const [codes, hashes]: string[][] = [JSON.parse(as), JSON.parse(state ?? '[]')];
    const isSame = codes?.length === hashes?.length && (await areStored(codes ?? [], state ?? '[]'));
    return isSame ? { id, state: as } : row;
  };
  for (const { kinds, sql, ...thing } of Object.values(THINGS)) {
    const found = await clinic.rows<Row>(sql);
    const last = lastOf(kinds);
    const rows =
      'storesHashes' in thing
        ? await Promise.all(found.map((row) => withCodes(row, last.get(row.id)?.as ?? '[]')))
        : found;
    compare(kinds, rows);
    // The workload repeats until there is an answer, so what was not acknowledged was not made.
    for (const { id } of rows) if (!last.has(id)) faults.push(`${kinds[0]} ${id} was not acknowledged`);
  }
  compare(['sign-in-with-code'], await clinic.rows<Row>('select token as id from sessions'));
  compare(['payment'], asRows(chargesKept(clinic, history)));
  compare(['refund'], asRows(refundsMade(clinic)));

  faults.push(...(await findContradictions(clinic.rows)));
  for (const { id, what } of history.acknowledged) {
    if (what !== 'image') continue;
    const { status } = await fetch(`${clinic.urls[0]}/images/${id}.webp`);
    if (status !== 200) faults.push(`image ${id} is answered with ${status}`);
  }
  await judgeMessages(clinic, faults);
  return faults;
}

/** Rows that must not exist, by what they contradict. */
const CONTRADICTIONS = {
  'two in one slot': `select option_id, day, start_minute from bookings where state <> 'cancelled' group by 1, 2, 3
    having count(*) > 1`,
  'the calendar and the bookings differ': `select * from
      (select id, starts_at, treatment_name from bookings where state <> 'cancelled') b
      full join (select id, starts_at from busy_times where kind = 'booking') t using (id, starts_at)
    where b is null or t is null`,
  'more holds than one person may have': `select holder_id, count(*) from busy_times where kind = 'hold' group by 1
    having count(*) > 2`,
  'message numbers have a gap': 'select conversation_id from messages group by 1 having max(number) <> count(*)',
  'receipt numbers have a gap': `select max(receipt_number) from payments
    having max(receipt_number) <> count(receipt_number)`,
  'a closed account still has a session or a way to sign in': `select p.id from people p where deleted_at is not null
    and (exists (select 1 from sessions where person_id = p.id) or exists (select 1 from accounts where person_id = p.id))`,
};

/** What in the database is half-written, whoever wrote it. */
export async function findContradictions(
  rows: (query: string) => Promise<readonly object[]>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [what, query] of Object.entries(CONTRADICTIONS)) {
    for (const row of await rows(query)) found.push(`${what}: ${JSON.stringify(row)}`);
  }
  return found;
}

const asRows = (ids: readonly string[]): readonly Row[] => ids.map((id) => ({ id }));

/** The booking of each charge that its provider has not refunded. */
function chargesKept({ sandbox }: Pick<FaultyClinic, 'sandbox'>, { pages }: History): readonly string[] {
  const cards = sandbox.stripe
    .charges()
    .filter(({ status, amount, amount_refunded: back }) => status === 'succeeded' && back < amount)
    .map(({ metadata }) => metadata['bookingId'] ?? '');
  const hosted = sandbox.sslcommerz
    .payments()
    .filter(({ status }) => status.startsWith('VALID'))
    .filter(
      ({ amountBdt, refunds }) => Number(amountBdt) > refunds.reduce((sum, one) => sum + Number(one.amountBdt), 0),
    )
    .map(({ sessionKey }) => pages.get(sessionKey) ?? '');
  return [...cards, ...hosted];
}

/** Our ids of the refunds that the providers have made. */
function refundsMade({ sandbox }: Pick<FaultyClinic, 'sandbox'>): readonly string[] {
  const cards = sandbox.stripe
    .refunds()
    .filter(({ status }) => status === 'succeeded')
    .map(({ metadata }) => metadata['refundId'] ?? '');
  const hosted = sandbox.sslcommerz
    .payments()
    .flatMap(({ refunds }) => refunds)
    .map(({ remarks }) => remarks);
  return [...cards, ...hosted];
}

async function judgeMessages({ rows, mailServer, textServer }: Judged, faults: string[]) {
  const queued = await rows<{ id: string; kind: string; state: string; unknown_tries: number }>(
    // Reminders to pay wait for their time.
    `select id, kind, state, unknown_tries from outgoing_messages where state <> 'waiting' or due_at < now()`,
  );
  const copies = Map.groupBy(
    [...mailServer.received, ...textServer.received],
    ({ messageId }) => messageId.split('@')[0] ?? '',
  );
  for (const { id, kind, state, unknown_tries: unknown } of queued) {
    const arrived = copies.get(id)?.length ?? 0;
    if (state === 'sent' && arrived === 0) faults.push(`${kind} ${id} is sent and did not arrive`);
    if (state === 'failed' && unknown <= 1) faults.push(`${kind} ${id} failed, and nobody knows why`);
    if (state === 'waiting' || state === 'sending') faults.push(`${kind} ${id} is still ${state}`);
    if (arrived > Math.min(1 + unknown, MOST_COPIES)) faults.push(`${kind} ${id} arrived ${arrived} times`);
  }
  for (const { messageId, wasReported } of textServer.received) {
    if (wasReported) faults.push(`a text message was sent again after its delivery was reported: ${messageId}`);
  }
  const known = new Set((await rows<{ id: string }>('select id from outgoing_messages')).map(({ id }) => id));
  for (const [id, [message]] of copies) {
    // Messages are deleted with the account. Only emails go to accounts that are closed.
    const isOfClosed = message && 'to' in message && message.to.startsWith('new-');
    if (!known.has(id) && !isOfClosed) faults.push(`a message arrived that nobody queued: ${id}`);
  }
}

/**
 * Waits until emails and payments that the faults delayed have come to an end, as if their pauses were over, by minutes:
 * the clocks of nodes may be behind. False if they have not ended after 200 s.
 */
export async function untilQuiet(
  { rows, sandbox }: Pick<FaultyClinic, 'rows' | 'sandbox'>,
  { history, askProviders }: { history: History; askProviders: () => Promise<unknown> },
): Promise<boolean> {
  const bookingsPaid = history.acknowledged.filter(({ what }) => what === 'payment').length;
  const givesUpAt = Date.now() + QUIET_WITHIN_MILLIS;
  // A killed node may have claimed it by a clock that was ahead. No clock is ahead now.
  await rows(`update refunds set held_until = null where held_until > now() + interval '121 seconds'`);
  for (let wait = 0; Date.now() < givesUpAt; wait += 1) {
    if (wait % 20 === 10) {
      // No try takes so long now: a node that died has claimed it, perhaps with another time.
      await rows(`update outgoing_messages set due_at = now() - interval '5 minutes' where state = 'sending'`);
    }
    if (wait % 6 === 0) {
      await rows(`update outgoing_messages set due_at = now() - interval '5 minutes'
        where not is_held and state = 'waiting' and due_at < now() + interval '70 minutes'`);
      await rows(`update refunds set held_until = null where held_until < now() + interval '115 seconds'`);
      // Otherwise the nodes look every minute.
      await rows(`select pg_notify('message_queued', '')`);
      await askProviders();
    }
    const [open] = await rows<{ messages: number; paid: number; refunds: number }>(`select
      (select count(*) from outgoing_messages where not is_held
        and (state = 'sending' or state = 'waiting' and due_at < now() + interval '70 minutes'))::int as messages,
      (select count(*) from payments where state = 'paid' and via <> 'clinic')::int as paid,
      (select count(*) from refunds where state in ('requested', 'pending'))::int as refunds`);
    const kept = chargesKept({ sandbox }, history).length;
    const isOver = open?.messages === 0 && open.refunds === 0 && open.paid === bookingsPaid && kept === bookingsPaid;
    if (isOver) return true;
    // Not more often: the questions would be most of the work.
    await sleep(500);
  }
  return false;
}
