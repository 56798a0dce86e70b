import type pg from 'pg';

/**
 * What must be true of the waiting list, seen from outside: from the rows alone, with rules of its own, so that a mistake in
 * the product's rules is not repeated here. The clinic is the simulation's (`simulate.ts`), whose hours are in `HOURS`.
 */
export const HOURS = { opensMinute: 540, closesMinute: 720 };

export interface Option {
  readonly optionId: string;
  readonly calendarId: string;
  readonly treatmentId: string;
  readonly minutes: number;
}

interface Entry {
  readonly id: string;
  readonly treated: string;
  readonly treatment: string;
  readonly option: string | null;
  readonly first: string;
  readonly last: string;
  readonly times: readonly string[];
  readonly booking: string | null;
  /** When the appointment that is to be earlier begins. */
  readonly before: Date | null;
  readonly joined: Date;
  readonly offered: boolean;
  readonly failedToday: number;
}

interface Interval {
  readonly from: Date;
  readonly to: Date;
}

/** Everything that the verdict is about, as it is in the tables. */
interface World {
  readonly entries: readonly Entry[];
  readonly busy: readonly (Interval & { calendar: string; kind: string; expires: Date | null })[];
  readonly appointments: readonly (Interval & { id: string; treated: string; treatment: string; day: string })[];
  readonly offered: readonly (Interval & { treated: string; treatment: string })[];
  readonly failedOffers: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
}

interface Slot extends Interval {
  readonly option: Option;
  readonly day: string;
  readonly minute: number;
}

async function worldOf(pool: pg.Pool, now: Date): Promise<World> {
  const rows = async <Row>(text: string, values: unknown[] = []): Promise<readonly Row[]> =>
    (await pool.query(text, values)).rows as Row[];
  const today = now.toISOString().slice(0, 10);
  const [entries, busy, appointments, offered, failedOffers, closed] = await Promise.all([
    rows<Entry>(
      `select e.id, e.treated_id as treated, e.treatment_id as treatment, e.option_id as option,
        e.first_day::text as first, e.last_day::text as last, e.times, e.booking_id as booking, b.starts_at as before,
        e.joined_at as joined, exists (select 1 from waiting_list_offers o where o.entry_id = e.id and o.state = 'open') as offered,
        (select count(*) from waiting_list_offers o where o.entry_id = e.id and o.state in ('declined', 'expired')
          and o.offered_at >= $1)::int as "failedToday"
      from waiting_list_entries e left join bookings b on b.id = e.booking_id
      where e.ended_at is null and (e.booking_id is null or b.state = 'booked')`,
      [`${today}T00:00:00Z`],
    ),
    rows<World['busy'][number]>(
      `select starts_at as from, busy_until as to, calendar_id as calendar, kind, expires_at as expires from busy_times`,
    ),
    rows<World['appointments'][number]>(
      `select starts_at as from, ends_at as to, id, treated_id as treated, treatment_id as treatment, day::text
       from bookings where state <> 'cancelled' and day >= $1`,
      [today],
    ),
    rows<World['offered'][number]>(
      `select o.starts_at as from, o.ends_at as to, e.treated_id as treated, e.treatment_id as treatment
       from waiting_list_offers o join waiting_list_entries e on e.id = o.entry_id where o.state = 'open'`,
    ),
    rows<{ key: string }>(
      `select concat(entry_id, calendar_id, day, start_minute) as key from waiting_list_offers
       where state in ('declined', 'expired')`,
    ),
    rows<{ day: string }>(`select first_day::text as day from closures`),
  ]);
  return {
    entries,
    busy,
    appointments,
    offered,
    failedOffers: new Set(failedOffers.map(({ key }) => key)),
    closed: new Set(closed.map(({ day }) => day)),
  };
}

const overlap = (a: Interval, b: Interval) => a.from < b.to && b.from < a.to;

export function slotsOf(option: Option, day: string): readonly Slot[] {
  const slots: Slot[] = [];
  for (let minute = HOURS.opensMinute; minute + option.minutes <= HOURS.closesMinute; minute += option.minutes) {
    const from = new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000);
    slots.push({ option, day, minute, from, to: new Date(from.getTime() + option.minutes * 60_000) });
  }
  return slots;
}

function isFree(slot: Slot, world: World, now: Date): boolean {
  const isOver = ({ kind, expires }: World['busy'][number]) => kind === 'hold' && expires !== null && expires <= now;
  const blocking = world.busy.filter((busy) => busy.calendar === slot.option.calendarId && !isOver(busy));
  return !world.closed.has(slot.day) && !blocking.some((busy) => overlap(busy, slot));
}

/** Why somebody cannot take a slot, or `undefined`. */
function couldTake(entry: Entry, slot: Slot, { world, now }: { world: World; now: Date }): boolean {
  const part = slot.minute < 720 ? 'morning' : 'afternoon';
  const key = entry.id + slot.option.calendarId + slot.day + slot.minute;
  const theirs = world.appointments.filter(({ id, treated }) => treated === entry.treated && id !== entry.booking);
  const offered = world.offered.filter(({ treated }) => treated === entry.treated);
  const answerBy = Math.min(slot.from.getTime(), entry.before?.getTime() ?? Number.POSITIVE_INFINITY) - 1;
  return (
    entry.treatment === slot.option.treatmentId &&
    (entry.option === null || entry.option === slot.option.optionId) &&
    entry.first <= slot.day &&
    slot.day <= entry.last &&
    (entry.times.length === 0 || entry.times.includes(part)) &&
    (entry.before === null || slot.from < entry.before) &&
    !world.failedOffers.has(key) &&
    answerBy >= now.getTime() + 15 * 60_000 &&
    !theirs.some((one) => overlap(one, slot) || (one.treatment === entry.treatment && one.day === slot.day)) &&
    !offered.some((one) => overlap(one, slot) || one.treatment === entry.treatment)
  );
}

const comesBefore = (a: Entry, b: Entry) => {
  const lastOf = (entry: Entry) => Number(entry.failedToday >= 3);
  return lastOf(a) - lastOf(b) || a.joined.getTime() - b.joined.getTime();
};

interface Question {
  readonly pool: pg.Pool;
  readonly options: readonly Option[];
  readonly days: readonly string[];
  readonly now: Date;
}

/** Whether a look kept the order: nobody who waits, could take a new offer and is offered nothing comes before its holder. */
export async function orderFaults(
  { pool, options, now }: Omit<Question, 'days'>,
  newOffers: readonly { id: string; entry: string; option: string; day: string; minute: number }[],
): Promise<readonly string[]> {
  if (newOffers.length === 0) return [];
  const world = await worldOf(pool, now);
  return newOffers.flatMap((offer) => {
    const option = options.find(({ optionId }) => optionId === offer.option);
    const holder = world.entries.find(({ id }) => id === offer.entry);
    const slot = option && slotsOf(option, offer.day).find(({ minute }) => minute === offer.minute);
    if (!holder || !slot) return [`an offer that no entry or slot belongs to: ${offer.day} ${offer.minute}`];
    const passedOver = world.entries.filter(
      (entry) => !entry.offered && comesBefore(entry, holder) < 0 && couldTake(entry, slot, { world, now }),
    );
    return passedOver.map(() => `out of order: ${offer.day} ${offer.minute}`);
  });
}

/** What is wrong once everything was looked at: what two have, what nobody was offered, what was lost. */
export async function settledFaults({ pool, options, days, now }: Question): Promise<readonly string[]> {
  const world = await worldOf(pool, now);
  const faults: string[] = [];
  const count = async (what: string, text: string, values: unknown[] = []) => {
    const { rowCount } = await pool.query(text, values);
    if (rowCount) faults.push(`${what}: ${rowCount}`);
  };
  for (const slot of days.flatMap((day) => options.flatMap((option) => slotsOf(option, day)))) {
    if (!isFree(slot, world, now)) continue;
    const waits = world.entries.some((entry) => !entry.offered && couldTake(entry, slot, { world, now }));
    if (waits) faults.push(`free while somebody waits: ${slot.day} ${slot.minute}`);
  }
  const open = `select o.*, e.treated_id, e.ended_at from waiting_list_offers o join waiting_list_entries e on e.id = o.entry_id
    where o.state = 'open'`;
  await count(
    'a slot with two people',
    `select 1 from (${open}) a join (${open}) b on a.calendar_id = b.calendar_id and a.id < b.id
       and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     union all select 1 from (${open}) a join bookings b on a.calendar_id = b.calendar_id and b.state <> 'cancelled'
       and a.starts_at < b.ends_at and b.starts_at < a.ends_at`,
  );
  await count(
    'an offer without its slot, or a slot without its offer',
    `select 1 from (${open}) o full join (select * from busy_times where kind = 'offer') t using (id)
     where o.id is null or t.id is null or o.starts_at <> t.starts_at or o.calendar_id <> t.calendar_id`,
  );
  await count('an open offer of an entry that has ended', `${open} and e.ended_at is not null`);
  await count('an offer that ran out and is open', `${open} and o.expires_at <= $1`, [now]);
  await count(
    'an offer that its holder cannot take',
    `select 1 from (${open}) o join bookings b on b.treated_id = o.treated_id and b.state <> 'cancelled'
       and o.starts_at < b.ends_at and b.starts_at < o.ends_at
       join waiting_list_entries e on e.id = o.entry_id where e.booking_id is distinct from b.id`,
  );
  await count(
    'an offer with no message or several',
    `select 1 from waiting_list_offers o where (select count(*) from outgoing_messages m
       where m.kind = 'waiting-list-offer' and m.about ->> 'offerId' = o.id::text) <> 1`,
  );
  await count(
    'an accepted offer without an appointment',
    `select 1 from waiting_list_offers o left join bookings b on b.id = o.booking_id where o.state = 'accepted' and b.id is null`,
  );
  await count(
    'an offer that was lost',
    `select 1 from waiting_list_offers o where o.state <> 'open' and o.state <> 'accepted'
       and exists (select 1 from busy_times t where t.id = o.id)`,
  );
  return faults;
}
