import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { openOption } from '../../../testing/clinic.ts';
import { makePatients } from '../../../testing/many-patients.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { busyTimes } from '../../database/schema/booking.ts';
import { sessions } from '../../database/schema/identity.ts';
import { calendars } from '../../database/schema/schedule.ts';
import { recordHolds, recordingHoldsInGroups } from './hold-store.ts';

const database = await createTestDatabase();
await makePatients(database.db, { count: 30, secret: 'a secret of this test', issuer: 'http://here' });
const holders = await database.db.select({ id: sessions.id, personId: sessions.personId }).from(sessions);
const option = await openOption(database.db, { treatment: 'Oncology' });

const now = new Date('2030-06-01T08:00:00Z');
const { rows } = await database.pool.query<{ planned: string }>('select pg_current_snapshot()::text as planned');
const planned = rows[0]?.planned ?? '';

/** A hold of the patient with this number. */
function holdOf(
  index: number,
  { day, slot = 0, calendarId = option.optionId }: { day: number; slot?: number; calendarId?: string },
) {
  const { personId: holderId, id: sessionId } = holders[index % holders.length] ?? { personId: '', id: '' };
  const startsAt = new Date(Date.UTC(2030, 6, day, 9, 15 * slot));
  return {
    id: uuidv7(),
    calendarId,
    day: startsAt.toISOString().slice(0, 10),
    startMinute: 540 + 15 * slot,
    startsAt,
    busyUntil: new Date(startsAt.getTime() + 900_000),
    optionId: option.optionId,
    holderId,
    sessionId,
    expiresAt: new Date(now.getTime() + 600_000),
  };
}

/** How many rows and index entries of busy times this transaction has read. */
async function countRead(tx: Database): Promise<number> {
  const { rows } = await tx.execute<{ read: string }>(sql`select sum(pg_stat_get_xact_tuples_returned(oid)) as read
    from pg_class where oid = 'busy_times'::regclass or oid in (select indexrelid from pg_index where indrelid = 'busy_times'::regclass)`);
  return Number(rows[0]?.read);
}

it('reads few of the other holds, even with a plan that PostgreSQL made when there were none', async () => {
  await inTransaction(database.db, async (tx) => {
    const record = async (index: number) => {
      const request = { hold: holdOf(index, { day: 1, slot: index }), mostHolds: 1000, now, planned };
      return (await recordHolds(tx, [request], { waits: true }))[0];
    };
    await record(0);
    const others = Array.from({ length: 3000 }, (_, n) => ({
      ...holdOf(n, { day: 2, calendarId: uuidv7() }),
      kind: 'hold' as const,
    }));
    await tx.insert(calendars).values(others.map(({ calendarId }) => ({ id: calendarId })));
    await tx.insert(busyTimes).values(others);
    const before = await countRead(tx);
    expect(await record(1)).toHaveProperty('expiresAt');
    // The patient has a hundred holds, and reading those is allowed.
    expect((await countRead(tx)) - before).toBeLessThan(500);
  });
});

it('decides about each of those that share a transaction by itself, at two nodes at once', async () => {
  const nodes = [1, 2].map(() => recordingHoldsInGroups(database.db, () => undefined));
  const ask = async (index: number, hold: ReturnType<typeof holdOf>) =>
    nodes[index % 2]?.({ hold, mostHolds: 2, now, planned });
  // Ten people want each of two slots.
  const wanted = Array.from({ length: 20 }, (_, index) =>
    ask(index, holdOf(index, { day: 20, slot: index % 10 < 5 ? 0 : 1 })),
  );
  const signedOut = { ...holdOf(20, { day: 20, slot: 2 }), sessionId: uuidv7() };
  const impossible = { ...holdOf(21, { day: 20, slot: 3 }), busyUntil: new Date('2000-01-01') };
  const [others, ended, failed, last] = await Promise.all([
    Promise.all(wanted),
    ask(20, signedOut),
    Promise.allSettled([ask(21, impossible)]),
    ask(22, holdOf(22, { day: 20, slot: 4 })),
  ]);
  expect(others.filter((one) => one && 'id' in one)).toHaveLength(2);
  expect(others.filter((one) => one && 'against' in one && one.against === 'busy')).toHaveLength(18);
  expect(ended).toEqual({ against: 'signed-out' });
  expect(failed[0]?.status).toBe('rejected');
  expect(last).toMatchObject({ id: expect.any(String) });
  const held = await database.db.select().from(busyTimes).where(eq(busyTimes.day, '2030-07-20'));
  expect(held.map(({ startMinute }) => startMinute).toSorted((a, b) => a - b)).toEqual([540, 555, 600]);
});
