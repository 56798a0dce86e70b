import { describe, expect, it } from 'vitest';
import { pageLength, questionFor, readAnswer, readListing, turnedTo, writeListing } from './listing.ts';

const orders = ['name', '-name', 'joined', '-joined'] as const;
const read = (query: string) => readListing(new URLSearchParams(query), orders);
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ _id: `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}` }));

describe('a long list in the address bar', () => {
  it('can be read back from its URL', () => {
    const [row] = people(1);
    const listing = turnedTo(
      { search: 'a&b', sort: '-joined', page: 3, from: undefined },
      { direction: 'next', rows: row ? [row] : [] },
    );
    expect(listing.page).toBe(4);
    expect(read(writeListing(listing, orders).toString())).toEqual(listing);
  });

  it('has no query without filters', () => {
    expect(writeListing(read(''), orders).toString()).toBe('');
  });

  it.each(['sort=colour', 'page=7', 'after=x&page=2', `after=${people(1)[0]?._id}`, 'page=-1', 'page=1e99'])(
    'starts at the first page for an invalid query: %s',
    (query) => {
      expect(read(query)).toEqual({ search: '', sort: 'name', page: 1, from: undefined });
    },
  );

  it('fetches one row more than it shows', () => {
    const whole = read('');
    expect(questionFor(whole, orders)).toEqual({ search: '', sort: 'name', limit: pageLength + 1 });
    expect(readAnswer(people(pageLength + 1), whole)).toMatchObject({ hasPrevious: false, hasNext: true });
    expect(readAnswer(people(pageLength + 1), whole).rows).toHaveLength(pageLength);
    expect(readAnswer(people(pageLength), whole).hasNext).toBe(false);
  });

  it('fetches the previous page in the opposite order, and reverses it', () => {
    const rows = people(pageLength);
    const third = turnedTo({ ...read(''), page: 4 }, { direction: 'previous', rows });
    expect(questionFor(third, orders)).toMatchObject({ sort: '-name', cursor: rows[0]?._id });
    const { rows: shown, hasPrevious, hasNext } = readAnswer(people(2), third);
    expect(shown).toEqual(people(2).toReversed());
    expect([hasPrevious, hasNext]).toEqual([true, true]);
  });

  it('returns to a first page without a cursor', () => {
    const first = turnedTo({ ...read(''), page: 2 }, { direction: 'previous', rows: people(3) });
    expect(first).toEqual(read(''));
  });
});
