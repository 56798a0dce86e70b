import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultyClinic } from './clinic.ts';
import type { Acknowledged, History } from './history.ts';

/** Longer than a node that died can keep a refund for itself, a minute by a clock that is 90 s ahead. */
const QUIET_WITHIN_MILLIS = 200_000;
/** How often an email may arrive: once, and once more if nobody knows whether the first one did. */
const MOST_COPIES = 2;

/** What the history promises and the database, the provider or the mail server does not have exactly once. */
export async function judge(clinic: Pick<FaultyClinic, 'rows' | 'sandbox' | 'mailServer'>, history: History) {
  const faults: string[] = [...history.complaints];
  const entries = (...what: readonly Acknowledged['what'][]) =>
    history.acknowledged.filter((entry) => what.includes(entry.what));
  const missing = (what: Acknowledged['what'], ids: readonly string[]) => {
    const there = Map.groupBy(ids, (id) => id);
    for (const { id } of entries(what)) {
      const copies = there.get(id)?.length ?? 0;
      if (copies !== 1) faults.push(`${what} ${id} is there ${copies} times`);
    }
  };
  const unasked = (what: Acknowledged['what'], ids: readonly string[]) => {
    const known = new Set(entries(what).map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) faults.push(`${what} ${id} was not acknowledged`);
  };
  const nothing = async (what: string, query: string) => {
    const rows = await clinic.rows<object>(query);
    for (const row of rows) faults.push(`${what}: ${JSON.stringify(row)}`);
  };

  const bookings = await clinic.rows<{ id: string; state: string; day: string; start_minute: number }>(
    'select id, state, day::text, start_minute from bookings',
  );
  const bookingById = new Map(bookings.map((row) => [row.id, row]));
  for (const { what, id, day, startMinute } of entries('book', 'move', 'cancel')) {
    const row = bookingById.get(id);
    if (!row) faults.push(`${what} ${id} is not there`);
    else if ((row.state === 'cancelled') !== (what === 'cancel')) faults.push(`${what} ${id} is ${row.state}`);
    else if (what !== 'cancel' && (row.day !== day || row.start_minute !== startMinute)) {
      faults.push(`${what} ${id} is on ${row.day} at ${row.start_minute}`);
    }
  }
  // The workload repeats until there is an answer, so what was not acknowledged was not made.
  const acknowledged = entries('book', 'move', 'cancel').length;
  if (bookings.length !== acknowledged) faults.push(`${bookings.length} bookings, ${acknowledged} acknowledged`);
  await nothing(
    'two in one slot',
    `select option_id, day, start_minute from bookings where state <> 'cancelled' group by 1, 2, 3 having count(*) > 1`,
  );
  await nothing(
    'the calendar and the bookings differ',
    `select * from (select id, starts_at from bookings where state <> 'cancelled') b
      full join (select id, starts_at from busy_times where kind = 'booking') t using (id, starts_at)
      where b is null or t is null`,
  );
  await nothing(
    'more holds than one person may have',
    `select holder_id, count(*) from busy_times where kind = 'hold' group by 1 having count(*) > 2`,
  );

  const texts = await clinic.rows<{ id: string }>('select substr(text, 9) as id from messages');
  missing(
    'message',
    texts.map(({ id }) => id),
  );
  await nothing(
    'message numbers have a gap',
    'select conversation_id from messages group by 1 having max(number) <> count(*)',
  );
  const dependants = await clinic.rows<{ id: string }>('select id from people where guardian_id is not null');
  missing(
    'dependant',
    dependants.map(({ id }) => id),
  );
  if (dependants.length !== entries('dependant').length) faults.push(`${dependants.length} dependants were added`);
  const people = await clinic.rows<{ email: string }>('select email from people where email is not null');
  missing(
    'sign-up',
    people.map(({ email }) => email),
  );

  const paid = await clinic.rows<{ id: string }>(`select booking_id as id from payments where state = 'paid'`);
  missing(
    'payment',
    paid.map(({ id }) => id),
  );
  missing('payment', chargesKept(clinic, history));

  const refunded = await clinic.rows<{ id: string }>(
    `select id from refunds where state = 'succeeded' and cause = 'admin'`,
  );
  missing(
    'refund',
    refunded.map(({ id }) => id),
  );
  missing('refund', refundsMade(clinic, history));
  unasked(
    'refund',
    refunded.map(({ id }) => id),
  );

  const left = new Set(entries('leave').map(({ id }) => id));
  const waits = await clinic.rows<{ id: string; ended_as: string | null }>(
    'select id, ended_as from waiting_list_entries',
  );
  missing(
    'wait',
    waits.map(({ id }) => id),
  );
  unasked(
    'wait',
    waits.map(({ id }) => id),
  );
  for (const { id, ended_as: endedAs } of waits) {
    if (endedAs !== (left.has(id) ? 'left' : null)) faults.push(`wait ${id} has ended as ${endedAs}`);
  }

  await judgeMails(clinic, faults);
  return faults;
}

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

/** The admin's refunds as the providers have them: by our id, or by the reason where a provider has only that. */
function refundsMade({ sandbox }: Pick<FaultyClinic, 'sandbox'>, { reasons }: History): readonly string[] {
  const cards = sandbox.stripe
    .refunds()
    .filter(({ status }) => status === 'succeeded')
    .map(({ metadata }) => metadata['refundId'] ?? '');
  const hosted = sandbox.sslcommerz
    .payments()
    .flatMap(({ refunds }) => refunds)
    .map(({ remarks }) => reasons.get(remarks) ?? '');
  return [...cards, ...hosted];
}

async function judgeMails({ rows, mailServer }: Pick<FaultyClinic, 'rows' | 'mailServer'>, faults: string[]) {
  const queued = await rows<{ id: string; kind: string; state: string; unknown_tries: number }>(
    // Reminders to pay wait for their time.
    `select id, kind, state, unknown_tries from outgoing_messages where state <> 'waiting' or due_at < now()`,
  );
  const copies = Map.groupBy(mailServer.received, ({ messageId }) => messageId.split('@')[0] ?? '');
  for (const { id, kind, state, unknown_tries: unknown } of queued) {
    const arrived = copies.get(id)?.length ?? 0;
    if (state === 'sent' && arrived === 0) faults.push(`${kind} ${id} is sent and did not arrive`);
    if (state === 'failed' && unknown <= 1) faults.push(`${kind} ${id} failed, and nobody knows why`);
    if (state === 'waiting' || state === 'sending') faults.push(`${kind} ${id} is still ${state}`);
    if (arrived > MOST_COPIES) faults.push(`${kind} ${id} arrived ${arrived} times`);
  }
  const known = new Set((await rows<{ id: string }>('select id from outgoing_messages')).map(({ id }) => id));
  for (const id of copies.keys()) if (!known.has(id)) faults.push(`an email arrived that nobody queued: ${id}`);
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
  for (let wait = 0; Date.now() < givesUpAt; wait += 1) {
    if (wait % 20 === 10) {
      // No try takes so long now: a node that died has claimed it, perhaps with another time.
      await rows(`update outgoing_messages set due_at = now() - interval '5 minutes' where state = 'sending'`);
    }
    if (wait % 6 === 0) {
      await rows(`update outgoing_messages set due_at = now() - interval '5 minutes'
        where not is_held and state = 'waiting' and due_at < now() + interval '70 minutes'`);
      await rows(`update refunds set held_until = null where held_until < now() + interval '55 seconds'`);
      await askProviders();
    }
    const [open] = await rows<{ messages: number; paid: number; refunds: number }>(`select
      (select count(*) from outgoing_messages where not is_held
        and (state = 'sending' or state = 'waiting' and due_at < now() + interval '70 minutes'))::int as messages,
      (select count(*) from payments where state = 'paid')::int as paid,
      (select count(*) from refunds where state in ('requested', 'pending'))::int as refunds`);
    const kept = chargesKept({ sandbox }, history).length;
    const isOver = open?.messages === 0 && open.refunds === 0 && open.paid === bookingsPaid && kept === bookingsPaid;
    if (isOver) return true;
    // Not more often: the questions would be most of the work.
    await sleep(500);
  }
  return false;
}
