import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';
import { judge } from './verdict.ts';

/** `npm run simulate:faults -- [kills] [seed]` kills more often. */
const KILLS = Number(process.env['SIMULATED_FAULTS'] ?? 10);
const SEED = process.env['SIMULATION_SEED'] ?? 'openhours';

/** What somebody might do to the clinic's data behind its back, and what the checker must say. */
const PLANTED: readonly { does: string; sql: string; says: RegExp }[] = [
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
          'message',
          'move',
          'payment',
          'sign-up',
        ]);

        const seen = [];
        for (const { does, sql, says } of PLANTED) {
          await clinic.rows(sql);
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
