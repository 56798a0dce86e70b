import { describe, expect, it } from 'vitest';
import type { FaultyClinic } from './clinic.ts';
import { KINDS, type Kind } from './kinds.ts';
import { report } from './report.ts';
import { simulate } from './simulate.ts';
import { judge } from './verdict.ts';
import { REFUNDED } from './workload.ts';

/** `npm run simulate:faults -- [kills] [seed]` kills more often. */
const KILLS = Number(process.env['SIMULATED_FAULTS'] ?? 10);
const SEED = process.env['SIMULATION_SEED'] ?? 'openhours';

type Planted = { does: string; says: RegExp } & (
  | { sql: string }
  | { plant: (clinic: FaultyClinic) => Promise<unknown> }
);

/** Without these keys and triggers, the database neither refuses nor completes what is planted. */
const LET_EVERYTHING_HAPPEN = `do $$ declare found record; begin
  for found in select conrelid::regclass as "table", conname from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
  loop execute format('alter table %s drop constraint %I', found."table", found.conname); commit; end loop;
  for found in select distinct tgrelid::regclass as "table" from pg_trigger where not tgisinternal
    and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  loop execute format('alter table %s disable trigger user', found."table"); commit; end loop;
end $$`;
/** The id of a planted copy. */
const COPY = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
/** The id of a text message whose delivery is reported before the answer. */
const REPORTED_EARLY = 'ffffffff-ffff-4fff-bfff-ffffffff0001';
const lost = (kind: Kind, table: string, where = 'true'): Planted => ({
  does: `a lost ${kind}`,
  sql: `delete from ${table} where id = (select id from ${table} where ${where} and id <> '${COPY}' limit 1)`,
  says: new RegExp(`^${kind} .* is there 0 times`),
});
/** @param other columns that must differ, because the database would refuse a full copy */
const doubled = (kind: Kind, table: string, where: string, other = ''): Planted => ({
  does: `a second ${kind}`,
  sql: `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', '${COPY}'::text${other}))).*
    from ${table} t where ${where} limit 1`,
  says: new RegExp(`^${kind} .* was not acknowledged`),
});
const changed = (kind: Kind, table: string, to: string, where = 'true'): Planted => ({
  does: `another ${kind}: ${to}`,
  sql: `update ${table} set ${to} where ctid = (select ctid from ${table} where ${where} limit 1)`,
  says: new RegExp(`^${kind} .* is '.*' instead of '.*'`),
});

/** Faults that are planted in the clinic's data or at a provider, and the only thing that the checker says about each. */
const PLANTED: readonly Planted[] = [
  {
    does: 'a second refund of one request at the provider',
    plant: async ({ sandbox: { url, stripe } }) => {
      const made = stripe.refunds().find(({ amount }) => amount === REFUNDED * 100);
      if (!made) throw new Error('No card payment was refunded by the admin.');
      const answer = await fetch(`${url}/v1/refunds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.secretKey}` },
        body: new URLSearchParams({
          payment_intent: made.payment_intent,
          amount: '100',
          'metadata[refundId]': made.metadata['refundId'] ?? '',
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    says: /^refund .* is there 2 times/,
  },
  doubled('book', 'bookings', `treatment_name = 'Series'`, `, 'reference', '222222', 'treated_id', gen_random_uuid()`),
  lost('desk-book', 'bookings', `state = 'booked' and treatment_name = 'At the desk'`),
  lost('series', 'bookings', `treatment_name = 'Series'`),
  changed('arrive', 'bookings', 'version = version + 1', `treatment_name = 'All day'`),
  changed('take-offer', 'bookings', 'start_minute = 0', `treatment_name = 'Once a day' and state = 'booked'`),
  {
    does: 'a booking without its time in the calendar',
    sql: `delete from busy_times where id = (select id from bookings where treatment_name = 'Paid 0' limit 1)`,
    says: /^the calendar and the bookings differ: .*"Paid 0"/,
  },
  lost('message', 'messages', 'number = 1'),
  {
    does: 'a repeated message',
    sql: `insert into messages select gen_random_uuid(), conversation_id, number + 1000000, sender_id, text, sent_at
      from messages order by id desc limit 1`,
    says: /^message .* is there 2 times/,
  },
  lost('dependant', 'people', 'guardian_id is not null'),
  lost('patient', 'people', `name like 'Patient %'`),
  changed('close-account', 'people', 'deleted_at = null', 'deleted_at is not null'),
  {
    ...lost('sign-in-with-code', 'sessions'),
    sql: 'delete from sessions where person_id in (select person_id from two_factors)',
  },
  changed(
    'recover',
    'two_factors',
    'backup_codes = (select o.backup_codes from two_factors o order by id limit 1)',
    'id <> (select id from two_factors order by id limit 1)',
  ),
  lost('recover', 'two_factors', 'id = (select id from two_factors order by id limit 1)'),
  { ...lost('confirm-number', 'people'), sql: 'update people set phone_confirmed_at = null' },
  lost('text-code', 'outgoing_messages', `channel = 'text'`),
  changed('join', 'people', 'is_front_desk = false', 'is_front_desk'),
  {
    ...changed('payment', 'payments', `state = 'on-hold'`, `state = 'paid' and via <> 'clinic'`),
    says: /^payment .* is there 0 times/,
  },
  { ...changed('refund', 'refunds', `state = 'failed'`, `cause = 'admin'`), says: /^refund .* is there 0 times/ },
  // Only a refund that did not fail: the verdict does not count failed refunds, such as the one that is made to fail above.
  doubled('refund', 'refunds', `cause = 'admin' and state <> 'failed'`, `, 'request_key', null, 'reference', null`),
  changed('cash', 'payments', `state = 'released'`, `state = 'paid' and via = 'clinic'`),
  changed('correction', 'refunds', 'amount_minor = 1', `cause = 'correction'`),
  doubled('wait', 'waiting_list_entries', 'ended_at is not null'),
  lost('wait', 'waiting_list_entries', 'ended_at is null'),
  changed('wait', 'waiting_list_entries', `ended_at = now(), ended_as = 'over'`, 'ended_at is null'),
  doubled('block', 'busy_times', `kind = 'block'`, `, 'day', t.day + 3000, 'calendar_id', gen_random_uuid()`),
  lost('block', 'busy_times', `kind = 'block'`),
  doubled('close-day', 'closures', 'true', `, 'last_day', t.last_day + 1`),
  lost('close-day', 'closures'),
  changed(
    'hours',
    'calendars',
    'version = version + 1',
    'id in (select calendar_id from opening_hours where opens_minute = 1080)',
  ),
  changed('rules', 'clinic', 'offer_minutes = 29'),
  changed('legal-text', 'legal_texts', `text = 'Other terms'`),
  doubled('treatment', 'treatments', `name like 'Made %'`, `, 'name', t.name || ' again'`),
  changed(
    'treatment',
    'treatments',
    'price_minor = 1',
    `price_minor = 14000 and name like 'Made %' and name not like '% again'`,
  ),
  doubled('note', 'booking_notes', 'true'),
  lost('note', 'booking_notes', 'struck_at is null'),
  doubled('post', 'posts', `description like 'A post %'`),
  lost('post', 'posts', `description like 'A post %'`),
  changed('image', 'images', 'store = null, location = null, middle_location = null, thumbnail_location = null'),
  {
    does: 'an invitation that is there again',
    sql: `insert into invitations (id, email, name, role, code_hash, invited_by, sent_at, expires_at)
      select gen_random_uuid(), 'a@example.org', 'A', 'admin', 'code', id, now(), now() from people where is_admin limit 1`,
    says: /^invite .* was not acknowledged/,
  },
  {
    does: 'a text message that is sent again after its delivery was reported',
    plant: async ({ textServer: { apiUrl } }) => {
      const body = new URLSearchParams({ StatusCallback: `http://localhost/?message=${REPORTED_EARLY}` });
      for (const _ of ['first', 'again']) await fetch(apiUrl, { method: 'POST', body });
    },
    says: /was sent again after its delivery was reported/,
  },
  {
    does: 'an email that was not sent',
    sql: `insert into outgoing_messages (id, kind, about, address, state, queued_at, due_at, try_until, ended_at)
      values (gen_random_uuid(), 'test', '{}', 'a@example.org', 'sent', now(), now(), now(), now())`,
    says: /is sent and did not arrive/,
  },
];

describe('a clinic that is harmed', () => {
  it(
    `has everything that it acknowledged, exactly once: ${KILLS} kills of '${SEED}'`,
    async () => {
      const simulated = await simulate({ seed: SEED, kills: KILLS });
      const { clinic, history, faults } = simulated;
      try {
        console.info(report(simulated, { seed: SEED, kills: KILLS }));
        expect(faults, faults.slice(0, 30).join('\n')).toEqual([]);
        expect(history.repeated).toBeGreaterThan(0);
        const done = new Set(history.acknowledged.map(({ what }) => what));
        expect(KINDS.filter((kind) => !done.has(kind))).toEqual([]);

        await clinic.rows(LET_EVERYTHING_HAPPEN);
        for (const fault of PLANTED) await ('sql' in fault ? clinic.rows(fault.sql) : fault.plant(clinic));
        const found = await judge(clinic, history);
        const isSeen = ({ says }: Planted) => found.some((fault) => says.test(fault));
        expect(PLANTED.filter((fault) => !isSeen(fault)).map(({ does }) => does)).toEqual([]);
      } finally {
        await clinic.stop();
      }
    },
    300_000 + KILLS * 20_000,
  );
});
