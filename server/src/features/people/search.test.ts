import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { addressless, people, peopleCounts } from '../../database/schema/identity.ts';
import { sumPeopleCounts } from '../identity/index.ts';
import { keysOf, PEOPLE_KEYS, pageOfPeople } from './store.ts';

const PEOPLE = 10_000;

const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true, name: 'Ada Admin', email: 'ada@example.org' });
const { db } = app.database;
await db.execute(sql`
  insert into people (id, name, email, is_doctor)
  select gen_random_uuid(),
    (array['Alma', 'Bruno', 'Chloé', 'Dario', 'Edda', 'Farid'])[1 + n % 6] || ' ' || initcap(substr(md5(n::text), 1, 8)),
    'someone-' || n || '@example.org', n % 500 = 0
  from generate_series(1, ${PEOPLE}::int) n`);
await db.execute(sql`
  insert into people (id, name, email) values (gen_random_uuid(), '100% Real_Name', 'percent@example.org')`);
await db.execute(sql`analyze people`);

type Row = { _id: string; name: string; email: string; isAdmin: boolean; isDoctor: boolean };
const list = async (query: string) => (await admin.get(`/api/users?${query}`)).body as unknown as Row[];
const count = async (search: string) => (await admin.get(`/api/users/count?search=${encodeURIComponent(search)}`)).body;

it('counts those who get or lose an account meanwhile, and while the counts are replaced by their sum', async () => {
  const { db } = app.database;
  const ids = Array.from({ length: 20 }, () => uuidv7());
  const join = (id: string) => db.insert(people).values({ id, name: 'Pat', email: `pat-${id}@example.org` });
  const rename = (id: string, email: string) => db.update(people).set({ email }).where(eq(people.id, id));
  const [kept = '', removed = '', ...others] = ids;
  await Promise.all([
    ...ids.map((id) => join(id)),
    ...ids.slice(0, 5).map(() => sumPeopleCounts(db)),
    db.insert(people).values({ id: uuidv7(), name: 'Without an account', email: addressless('anyone') }),
  ]);
  expect(await count('')).toEqual({ count: PEOPLE + 2 + ids.length });
  await Promise.all([
    ...others.map((id) => admin.request('DELETE', `/api/users/${id}`)),
    rename(kept, addressless(kept)).then(() => rename(kept, 'kept@example.org')),
    db.delete(people).where(eq(people.id, removed)),
    ...ids.slice(0, 5).map(() => sumPeopleCounts(db)),
  ]);
  await sumPeopleCounts(db);
  expect(await count('')).toEqual({ count: PEOPLE + 3 });
  expect(await db.$count(peopleCounts)).toBe(1);
  await db.delete(people).where(eq(people.id, kept));
});

describe('All Users of 10,000 people', () => {
  it('is limited without parameters, and counted by a separate call', async () => {
    expect(await list('')).toHaveLength(200);
    expect(await count('')).toEqual({ count: PEOPLE + 2 });
    expect((await admin.get('/api/users?limit=201')).status).toBe(400);
  });

  it('finds people by parts of name and email address, in any order and case', async () => {
    expect((await list('search=someone-4711@')).map(({ email }) => email)).toEqual(['someone-4711@example.org']);
    expect((await list('search=ADMIN%20ada')).map(({ name }) => name)).toEqual(['Ada Admin']);
    expect((await list('search=chlo%C3%A9&limit=1'))[0]?.name).toMatch(/^Chloé/);
    expect(await count('someone-471')).toEqual({ count: 11 });
    expect(await list('search=nobody-at-all')).toEqual([]);
  });

  it.each([
    ['Müller', 'Muller'],
    ['Özdemir', 'OZDEMIR'],
    ['García', 'garcia'],
    ['Zoë', 'Zoe'],
    ['O’Brien', "O'Brien"],
    ['O´Neill', 'OʼNeill'],
    ['Großmann', 'Grossmann'],
    ['Østergård', 'Ostergard'],
    ['Łukasz', 'Lukasz'],
  ])('finds %s as %s, and the other way round', async (one, other) => {
    const found = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).map(({ name }) => name);
    const id = uuidv7();
    for (const [name, search] of [
      [one, other],
      [other, one],
    ] as const) {
      await db.insert(people).values({ id, name: `Folded ${name}`, email: `folded-${id}@example.org` });
      expect(await found(search)).toEqual([`Folded ${name}`]);
      expect(await found(name)).toEqual([`Folded ${name}`]);
      await db.delete(people).where(eq(people.id, id));
    }
  });

  it('escapes SQL wildcards', async () => {
    expect((await list('search=100%25')).map(({ name }) => name)).toEqual(['100% Real_Name']);
    expect((await list('search=real_name')).map(({ name }) => name)).toEqual(['100% Real_Name']);
    expect(await list('search=real\\name')).toEqual([]);
    expect(await list('search=1%EF%BC%850')).toEqual([]);
    expect(await list("search=';--")).toEqual([]);
  });

  it.each(['name', '-name', 'email', '-email', 'joined', '-joined', 'admin', '-admin', 'doctor', '-doctor'])(
    'can be paged in the order %s, each person once',
    async (sort) => {
      const seen = new Set<string>();
      let previous: Row | undefined;
      for (let cursor = ''; ; ) {
        const page = await list(`search=someone-12&sort=${sort}&limit=40${cursor}`);
        for (const row of page) {
          expect(previous === undefined || inOrder(sort, previous, row)).toBe(true);
          seen.add(row._id);
          previous = row;
        }
        if (page.length < 40) break;
        cursor = `&cursor=${page.at(-1)?._id}`;
      }
      expect(seen.size).toBe(111);
    },
  );

  it('can sort admins and doctors first', async () => {
    expect((await list('sort=admin&limit=1'))[0]).toMatchObject({ name: 'Ada Admin', isAdmin: true });
    expect((await list('sort=doctor&limit=20')).every(({ isDoctor }) => isDoctor)).toBe(true);
    expect((await list('sort=-doctor&limit=20')).some(({ isDoctor }) => isDoctor)).toBe(false);
  });

  it('uses an index for a page in every order and for a search', async () => {
    // In the middle: near the end, where few rows are left, PostgreSQL sorts them.
    const id = '80000000-0000-4000-8000-000000000000';
    for (const [sort, index] of [
      ['name', 'people_by_name'],
      ['-name', 'people_by_name'],
      ['email', 'one_person_per_email'],
      ['joined', 'people_pkey'],
      ['admin', 'people_admins_first'],
      ['doctor', 'people_doctors_first'],
    ] as const) {
      const { keys, direction } = keysOf(PEOPLE_KEYS, sort);
      const first = await planOf({ search: '', limit: 50, keys, direction, after: undefined });
      expect(first, sort).toContain(`using ${index} on people`);
      expect(first, sort).not.toContain('Sort');
      const lastKeys = { name: ['m', id], email: ['m'], joined: [id] }[sort.replace('-', '')];
      const after = lastKeys ?? [true, 'm', id];
      const later = await planOf({ search: '', limit: 50, keys, direction, after });
      expect(later, sort).toContain(`using ${index} on people`);
      expect(later, sort).toContain('Index Cond');
      expect(later, sort).not.toContain('Seq Scan');
    }
    const { keys, direction } = keysOf(PEOPLE_KEYS, 'name');
    for (const words of ['someone-4711', '4711', 'chloé c4ca', 'one-4711@example']) {
      const search = await planOf({ search: words, limit: 50, keys, direction, after: undefined });
      expect(search, words).toContain('Bitmap Index Scan on people_search');
      expect(search, words).not.toContain('Seq Scan');
    }
  });
});

function inOrder(sort: string, a: Row, b: Row): boolean {
  const [first, second] = sort.startsWith('-') ? [b, a] : [a, b];
  switch (sort.replace('-', '')) {
    case 'email':
      return first.email < second.email;
    case 'joined':
      return first._id < second._id;
    case 'admin':
      return Number(first.isAdmin) >= Number(second.isAdmin);
    case 'doctor':
      return Number(first.isDoctor) >= Number(second.isDoctor);
    default:
      return first.name.toLowerCase() <= second.name.toLowerCase();
  }
}

/** PostgreSQL's plan for a page, as text. */
async function planOf(page: Parameters<typeof pageOfPeople>[1]): Promise<string> {
  const { sql: statement, params } = pageOfPeople(app.database.db, page).toSQL();
  const { rows } = await app.database.pool.query<Record<string, string>>(`explain ${statement}`, params);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
