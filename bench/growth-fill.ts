import type { ConnectionParameters } from '@openhours/server/database/embedded/start-embedded-postgres.ts';
import pg from 'pg';

/** How much a clinic has, after many years. */
export interface Size {
  readonly bookings: number;
  readonly people: number;
  readonly options: number;
  readonly payments: number;
}

/** Indexes of these tables are dropped before and built after: much faster than row by row. */
const LARGE = ['bookings', 'busy_times', 'people', 'outgoing_messages', 'messages', 'audit_entries', 'payments'];
const CHUNK = 500_000;
const SLOTS_A_DAY = 16;
/** One calendar has this many options: one for each treatment. */
const TREATMENTS = 20;
/** How many different references can be drawn (`schema/booking.ts`), and a number that shares no factor with it. */
const REFERENCES = 22 ** 6;
const STRIDE = 48_271;

/**
 * Inserts many years of a clinic, in chunks: bookings of past days in each calendar, with their busy times, payments,
 * emails, conversations and the audit log. Triggers and foreign keys are off meanwhile, because they would take hours.
 */
export async function fillClinic(
  connection: ConnectionParameters,
  size: Size,
  say: (line: string) => void,
): Promise<void> {
  // A separate connection, because an index of ten million rows takes longer than any statement of a clinic may.
  const client = new pg.Client(connection);
  await client.connect();
  const run = (statement: string) => client.query(statement);
  try {
    await run(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`);
    const rebuild = await dropIndexes(run);
    const constraints = await dropConstraints(run);
    await run(ofEveryTable('disable trigger user'));
    await run(peopleAndOptions(size));
    say(`${size.people.toLocaleString('en')} people, ${size.options.toLocaleString('en')} options`);
    for (let from = 0; from < size.bookings; from += CHUNK) {
      const to = Math.min(from + CHUNK, size.bookings);
      await run(bookingsFrom(from, to, size));
      say(`${to.toLocaleString('en')} of ${size.bookings.toLocaleString('en')} bookings`);
    }
    await run(money(size));
    await run(conversations(size));
    await run(records(size));
    say('payments, conversations, emails and audit entries');
    for (const definition of [...rebuild, ...constraints, ofEveryTable('enable trigger user'), COUNT_PEOPLE]) {
      await run(definition).catch(async (error: unknown) => {
        if (!(error instanceof pg.DatabaseError) || error.constraint !== 'one_booking_per_reference') throw error;
        while ((await run(REDRAW)).rowCount) {
          // Until no reference of the demo clinic, which books meanwhile, is one of the new ones.
        }
        await run(definition);
      });
    }
    say('indexes');
    await run('vacuum analyze');
    say('statistics');
  } finally {
    await client.end();
  }
}

type Run = (
  statement: string,
) => Promise<{ readonly rows: readonly Record<string, string>[]; readonly rowCount: number | null }>;

const REDRAW = `
  update bookings set reference = default where email not like '%@growth.example'
    and reference in (select reference from bookings where email like '%@growth.example')`;

/** Counts the people as the disabled triggers would have. */
const COUNT_PEOPLE = `
  with uncounted as (delete from people_counts)
  insert into people_counts (people) select count(*) from people where email like '%@%'`;

/** @returns the statements that create them again */
async function dropIndexes(run: Run): Promise<readonly string[]> {
  const { rows } = await run(`
    select pg_get_indexdef(i.indexrelid) as definition, i.indexrelid::regclass::text as name
    from pg_index i where i.indrelid::regclass::text = any (array[${LARGE.map((name) => `'${name}'`).join(', ')}])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`);
  for (const { name } of rows) {
    await run(`drop index ${name}`);
  }
  return rows.map(({ definition = '' }) => definition);
}

/** Drops foreign keys and the constraints about overlapping hours. @returns the statements that create them again */
async function dropConstraints(run: Run): Promise<readonly string[]> {
  const { rows } = await run(`
    select conrelid::regclass::text as owner, quote_ident(conname) as name,
      pg_get_constraintdef(oid) || case contype when 'f' then ' not valid' else '' end as definition
    from pg_constraint where contype in ('f', 'x') and connamespace = 'public'::regnamespace`);
  for (const { owner, name } of rows) {
    await run(`alter table ${owner} drop constraint ${name}`);
  }
  return rows.map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`);
}

const ofEveryTable = (change: string) => `
  do $$ declare one regclass;
  begin
    for one in select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    loop execute format('alter table %s ${change}', one); end loop;
  end $$`;

/** An id of a kind and a number, as an SQL expression. */
const id = (kind: string, number: string) =>
  `('00000000-0000-7000-${kind}-' || lpad((${number})::text, 12, '0'))::uuid`;

function peopleAndOptions({ people, options }: Size): string {
  const calendars = Math.ceil(options / TREATMENTS);
  return `
    insert into people (id, name, email, email_verified, created_at, is_doctor)
      select ${id('a001', 'n')}, 'Person ' || n || ' ' || (array['Adams', 'Brown', 'Clark', 'Davis'])[1 + n % 4],
        'person-' || n || '@growth.example', true, now() - interval '1 minute' * n, n < ${calendars}
      from generate_series(0, ${people} - 1) n;
    insert into sessions (id, token, person_id, expires_at)
      select ${id('a002', 'n')}, 'growth-' || n, ${id('a001', 'n')}, now() + interval '7 days'
      from generate_series(0, ${people} / 10) n;
    insert into treatments (id, name, price_minor, currency, minutes)
      select ${id('a003', 'n')}, 'Grown treatment ' || n, 5000, 'USD', 30 from generate_series(0, ${TREATMENTS} - 1) n;
    insert into calendars (id) select ${id('a001', 'n')} from generate_series(0, ${calendars} - 1) n;
    insert into working_weeks (calendar_id, valid_from)
      select ${id('a001', 'n')}, '2000-01-01' from generate_series(0, ${calendars} - 1) n;
    insert into opening_hours (calendar_id, valid_from, weekday, opens_minute, closes_minute)
      select ${id('a001', 'n')}, '2000-01-01', weekday, 540, 1020
      from generate_series(0, ${calendars} - 1) n, generate_series(1, 7) weekday;
    insert into appointment_options (id, treatment_id, calendar_id, doctor_id, doctor_name, doctor_photo, open)
      select ${id('a004', 'n')}, ${id('a003', `n % ${TREATMENTS}`)}, ${id('a001', `n / ${TREATMENTS}`)},
        ${id('a001', `n / ${TREATMENTS}`)}, 'Doctor ' || n / ${TREATMENTS}, '/portraits/doctor-1.svg', false
      from generate_series(0, ${options} - 1) n`;
}

/** Bookings number `from` to `to`: sixteen a day in each calendar, backwards from yesterday. */
function bookingsFrom(from: number, to: number, { people, options, bookings }: Size): string {
  const calendars = Math.ceil(options / TREATMENTS);
  const aDay = calendars * SLOTS_A_DAY;
  const letters = '23456789CDFHJKMNPQRTWX';
  const digit = (place: number) => `substr('${letters}', 1 + ((number / ${22 ** place}) % 22)::int, 1)`;
  return `
    with numbered as (
      select n, ((n::bigint * ${STRIDE} + 7) % ${REFERENCES}) as number, (n / ${aDay}) + 1 as days_ago,
        n % ${calendars} as calendar, (n / ${calendars}) % ${SLOTS_A_DAY} as slot,
        (n::bigint * 7919) % ${people} as person
      from generate_series(${from}::bigint, ${to}::bigint - 1) n),
    timed as (select *, current_date - days_ago::int as day, 540 + 30 * slot as minute from numbered)
    insert into bookings (id, reference, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name,
      doctor_name, patient_name, email, phone, day, start_minute, minutes, starts_at, ends_at, price_minor,
      currency, state, changed_at, changed_as, change_reason, booked_at)
    select ${id('a005', `${bookings} - n`)}, ${[0, 1, 2, 3, 4, 5].map(digit).join(' || ')},
      ${id('a004', `calendar * ${TREATMENTS}`)}, ${id('a003', '0')}, ${id('a001', 'calendar')},
      ${id('a001', 'person')}, ${id('a001', 'person')}, 'Grown treatment 0', 'Doctor ' || calendar,
      'Person ' || person, 'person-' || person || '@growth.example', '', day, minute, 30,
      day + make_interval(mins => minute::int), day + make_interval(mins => minute::int + 30), 5000, 'USD',
      case when n % 7 <> 0 then 'done' when n % 3 = 0 then 'no-show' else 'cancelled' end, day,
      (array['patient', 'patient', 'doctor', 'clinic', 'system'])[1 + n % 5], 'A reason.', day - interval '3 days'
    from timed;
    insert into busy_times (id, kind, booking_id, calendar_id, day, start_minute, starts_at, busy_until)
    select id, 'booking', id, calendar_id, day, start_minute, starts_at, ends_at from bookings
    where state <> 'cancelled' and id between ${id('a005', `${bookings} - ${to} + 1`)} and ${id('a005', `${bookings} - ${from}`)}`;
}

function money({ payments, bookings }: Size): string {
  const first = bookings - payments;
  return `
    insert into payment_orders (id, booking_id, via, provider, reference, amount_minor, currency, state, created_at, ask_at)
      select b.id, b.id, 'card', 'stripe', 'pi_' || b.id, b.price_minor, b.currency, 'closed', b.starts_at, b.starts_at
      from bookings b where b.id > ${id('a005', String(first))} and b.email like '%@growth.example';
    insert into payments (id, booking_id, order_id, via, provider, transaction_id, amount_minor, currency, taken_minor,
        taken_currency, state, receipt_number, receipt_year, paid_at, settled_at)
      select o.id, o.booking_id, o.id, o.via, o.provider, o.reference, o.amount_minor, o.currency, o.amount_minor,
        o.currency, 'paid', 1000 + row_number() over (order by o.id), extract(year from o.created_at), o.created_at, o.created_at
      from payment_orders o where o.reference like 'pi_00000000-0000-7000-a005%';
    insert into payment_log (id, booking_id, payment_id, what, at)
      select p.id, p.booking_id, p.id, 'paid', p.paid_at from payments p where p.transaction_id like 'pi_00000000-0000-7000-a005%';
    insert into refunds (id, payment_id, amount_minor, taken_minor, currency, state, cause, requested_at, ask_at, done_at)
      select p.id, p.id, p.amount_minor, p.taken_minor, p.currency, 'succeeded', 'cancelled', p.paid_at, p.paid_at, p.paid_at
      from payments p join bookings b on b.id = p.booking_id
      where b.state = 'cancelled' and p.transaction_id like 'pi_00000000-0000-7000-a005%'`;
}

function conversations({ people }: Size): string {
  const posts = Math.ceil(people / 100);
  return `
    insert into posts (id, author_id, description, posted_at)
      select ${id('a006', 'n')}, ${id('a001', 'n % 100')}, 'A post with the number ' || n, now() - interval '1 hour' * (${posts} - n)
      from generate_series(1, ${posts}) n;
    insert into conversations (id, post_id, author_id, opener_id, created_at, message_count)
      select ${id('a007', 'n')}, ${id('a006', `1 + n % ${posts}`)}, ${id('a001', `(1 + n % ${posts}) % 100`)},
        ${id('a001', '1000 + n')}, now() - interval '1 minute' * n, 10
      from generate_series(0, ${people} / 20) n;
    insert into conversation_participants (conversation_id, person_id, read_number, unread, active_at)
      select id, author_id, 10, 0, created_at from conversations
      union all select id, opener_id, 10, 0, created_at from conversations on conflict do nothing;
    insert into messages (id, conversation_id, number, sender_id, text, sent_at)
      select gen_random_uuid(), c.id, n, case when n % 2 = 0 then c.author_id else c.opener_id end, 'Line ' || n, c.created_at
      from conversations c, generate_series(1, 10) n where c.message_count = 10 and c.id::text like '00000000-0000-7000-a007%'`;
}

function records({ bookings, people }: Size): string {
  return `
    insert into outgoing_messages (id, kind, person_id, about, state, queued_at, due_at, try_until, ended_at, said)
      select ${id('a008', 'n')}, 'appointment-booked', ${id('a001', `n % ${people}`)}, '{}', 'sent',
        now() - interval '10 seconds' * n, now() - interval '10 seconds' * n, now() - interval '10 seconds' * n,
        now() - interval '10 seconds' * n, '250 ok'
      from generate_series(0, ${bookings} / 50) n;
    insert into audit_entries (id, at, actor_id, actor_name, action, subject_id, subject_name, outcome, address)
      select ${id('a009', 'n')}, now() - interval '1 minute' * n, ${id('a001', 'n % 50')}, 'Person', 'export-appointments',
        ${id('a001', `n % ${people}`)}, 'Person', 'done', '192.0.2.1'
      from generate_series(0, ${bookings} / 20) n;
    insert into images (hash, owner_id, width, height, bytes, store, location, thumbnail_location, middle_location, wanted_at)
      select encode(sha256(n::text::bytea), 'hex'), ${id('a001', `n % ${people}`)}, 800, 600, 50000, 'folder', 'a' || n,
        'b' || n, 'c' || n, now() - interval '2 days'
      from generate_series(1, ${people} / 100) n;
    update posts set image = '/images/' || encode(sha256((substr(id::text, 25)::bigint)::text::bytea), 'hex') || '.webp'
      where id::text like '00000000-0000-7000-a006%';
    insert into waiting_list_entries (id, person_id, treated_id, treatment_id, first_day, last_day, joined_at, ended_at, ended_as)
      select ${id('a00a', 'n')}, ${id('a001', 'n')}, ${id('a001', 'n')}, ${id('a003', '1')}, current_date - 100,
        current_date - 50, now() - interval '120 days', now() - interval '50 days', 'over'
      from generate_series(0, ${people} / 50) n`;
}
