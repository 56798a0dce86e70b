import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { auditEntries } from '../../database/schema/audit.ts';
import { addressless, people } from '../../database/schema/identity.ts';
import { matchesPerson, searchPeople } from './search-people.ts';

const database = await createTestDatabase();
const { db } = database;
const rows = Array.from({ length: 2_100 }, (_, number) => ({
  id: uuidv7(),
  name: number === 7 ? 'Rare Bird' : `Common Name ${number}`,
  email: `person-${number}@example.org`,
}));
const gone = { id: uuidv7(), name: 'Gone Person', email: '' };
const withoutAddress = { id: uuidv7(), name: 'Tessa Telephone', email: '' };
await db
  .insert(people)
  .values([
    ...rows,
    { ...gone, email: `deleted:${gone.id}`, deletedAt: new Date() },
    { ...withoutAddress, email: addressless(withoutAddress.id) },
  ]);
await db.insert(auditEntries).values(
  [...rows, gone, withoutAddress].map(({ id, name }) => ({
    id: uuidv7(),
    at: new Date(),
    actorId: id,
    actorName: name,
    action: 'a test',
    outcome: 'done' as const,
    address: '192.0.2.1',
  })),
);

async function entriesOf(search: string, options?: { withDeleted: boolean }): Promise<readonly string[]> {
  const { db } = database;
  const them = await searchPeople(db, matchesPerson(search), options);
  const rows = await db
    .select({ name: auditEntries.actorName })
    .from(auditEntries)
    .where(them.include(auditEntries.actorId));
  return rows.map(({ name }) => name);
}

describe('finds the rows of the people whose name or address matches', () => {
  test('a few people, by id', async () => {
    expect(await entriesOf('bird rare')).toEqual(['Rare Bird']);
    expect(await entriesOf('Bird, Rare')).toEqual(['Rare Bird']);
    expect(await entriesOf('bird,rare')).toEqual(['Rare Bird']);
  });

  test('who are many, by the person of each row', async () => {
    const found = await entriesOf('common');
    expect(found).toHaveLength(2_099);
    expect(found).not.toContain('Rare Bird');
  });

  test('who are all, if there is no word', async () => {
    expect(await entriesOf(' , ', { withDeleted: true })).toHaveLength(2_102);
  });

  test('nobody', async () => {
    expect(await entriesOf('nobody at all')).toEqual([]);
    expect(await entriesOf('100%')).toEqual([]);
  });

  test('somebody without an address by their name only', async () => {
    expect(await entriesOf('tessa tele')).toEqual(['Tessa Telephone']);
    for (const search of ['none', 'none:0', 'deleted:0']) {
      expect(await entriesOf(search, { withDeleted: true })).toEqual([]);
    }
  });

  test('the deleted only if they are wanted', async () => {
    expect(await entriesOf('gone')).toEqual([]);
    expect(await entriesOf('gone', { withDeleted: true })).toEqual(['Gone Person']);
  });
});
