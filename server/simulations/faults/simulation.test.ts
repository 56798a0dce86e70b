import { describe, expect, it } from 'vitest';
import type { FaultyClinic } from './clinic.ts';
import { simulate } from './simulate.ts';
import { judge } from './verdict.ts';
import { REFUNDED } from './workload.ts';

/** `npm run simulate:faults -- [kills] [seed]` kills more often. */
const KILLS = Number(process.env['SIMULATED_FAULTS'] ?? 10);
const SEED = process.env['SIMULATION_SEED'] ?? 'openhours';

/** What somebody might do to the clinic's data, or at a provider, behind its back, and what the checker must say. */
const PLANTED: readonly ({ does: string; says: RegExp } & (
  | { sql: string }
  | { plant: (clinic: FaultyClinic) => Promise<unknown> }
))[] = [
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
  {
    does: 'a lost booking',
    sql: `update bookings set day = day + 4000
      where id = (select id from bookings where state = 'booked' order by id limit 1)`,
    says: /^(book|move) .* is on /,
  },
  { does: 'a lost message', sql: 'delete from messages where number = 1', says: /^message .* is there 0 times/ },
  {
    does: 'a repeated message',
    sql: `insert into messages select gen_random_uuid(), conversation_id, number + 1000000, sender_id, text, sent_at
      from messages order by id desc limit 1`,
    says: /^message .* is there 2 times/,
  },
  {
    does: 'a lost dependant',
    sql: 'delete from people where id = (select id from people where guardian_id is not null limit 1)',
    says: /^dependant .* is there 0 times/,
  },
  {
    does: 'a booking without its time in the calendar',
    sql: `delete from busy_times where id = (select id from busy_times where kind = 'booking' limit 1)`,
    says: /^the calendar and the bookings differ/,
  },
  {
    does: 'a lost payment',
    sql: `update payments set state = 'on-hold' where id = (select id from payments where state = 'paid' limit 1)`,
    says: /^payment .* is there 0 times/,
  },
  {
    does: 'a lost refund',
    sql: `update refunds set state = 'failed' where id = (select id from refunds where cause = 'admin' order by id limit 1)`,
    says: /^refund .* is there 0 times/,
  },
  {
    does: 'a refund that nobody asked for',
    sql: `insert into refunds (id, payment_id, amount_minor, currency, state, cause, requested_at, ask_at, done_at)
      select gen_random_uuid(), payment_id, 1, currency, state, cause, requested_at, ask_at, done_at
      from refunds where cause = 'admin' order by id desc limit 1`,
    says: /^refund .* was not acknowledged/,
  },
  {
    does: 'a lost place on the waiting list',
    sql: 'delete from waiting_list_entries where id = (select id from waiting_list_entries where ended_at is null limit 1)',
    says: /^wait .* is there 0 times/,
  },
  {
    does: 'a place on the waiting list that has ended by itself',
    sql: `update waiting_list_entries set ended_at = now(), ended_as = 'over'
      where id = (select id from waiting_list_entries where ended_at is null limit 1)`,
    says: /^wait .* has ended as over/,
  },
  {
    does: 'a second place on the waiting list',
    sql: `insert into waiting_list_entries (id, person_id, treated_id, treatment_id, first_day, last_day, joined_at)
      select gen_random_uuid(), person_id, treated_id, treatment_id, first_day, last_day, joined_at
      from waiting_list_entries limit 1`,
    says: /^wait .* was not acknowledged/,
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
      const { clinic, history, faults, harms } = await simulate({ seed: SEED, kills: KILLS });
      try {
        const counts = Map.groupBy(history.acknowledged, ({ what }) => what);
        const done = Object.fromEntries([...counts].map(([what, all]) => [what, all.length]));
        console.info(JSON.stringify({ ...done, repeated: history.repeated, harms }));
        expect(faults, faults.slice(0, 30).join('\n')).toEqual([]);
        expect(history.repeated).toBeGreaterThan(0);
        expect([...counts.keys()].toSorted()).toEqual([
          'book',
          'cancel',
          'dependant',
          'hold',
          'leave',
          'message',
          'move',
          'payment',
          'refund',
          'sign-up',
          'wait',
        ]);

        const seen = [];
        for (const { does, says, ...fault } of PLANTED) {
          await ('sql' in fault ? clinic.rows(fault.sql) : fault.plant(clinic));
          const found = await judge(clinic, history);
          seen.push({ does, isSeen: found.some((fault) => says.test(fault)) });
        }
        expect(seen).toEqual(PLANTED.map(({ does }) => ({ does, isSeen: true })));
      } finally {
        await clinic.stop();
      }
    },
    300_000 + KILLS * 20_000,
  );
});
