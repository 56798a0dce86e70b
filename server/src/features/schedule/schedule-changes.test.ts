import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { scheduleChanges } from '../../database/schema/schedule.ts';
import { watchScheduleChanges } from './schedule-changes.ts';

const database = await createTestDatabase();

test('remembers up to a thousand changed days, and then treats every day as changed', async () => {
  const { db } = database;
  const changes = watchScheduleChanges({ db, trustMillis: 0 });
  const change = async (year: number, days: number) => {
    const dayOf = (number: number) => Temporal.PlainDate.from(`${year}-01-01`).add({ days: number }).toString();
    await db.insert(scheduleChanges).values(Array.from({ length: days }, (_, number) => ({ day: dayOf(number) })));
    await changes.confirm();
  };
  await changes.confirm();
  const before = changes.last();
  await change(2030, 800);
  expect([changes.lastOfDay('2030-01-01'), changes.lastOfDay('2040-01-01')]).toEqual([changes.last(), before]);
  await change(2034, 300);
  expect(changes.lastOfEveryDay()).toBe(changes.last());
  await change(2040, 1);
  expect([changes.lastOfDay('2040-01-01'), changes.lastOfDay('2030-01-01')]).toEqual([
    changes.last(),
    changes.lastOfEveryDay(),
  ]);
  expect(changes.lastOfEveryDay()).toBeLessThan(changes.last());
});
