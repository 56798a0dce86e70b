import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedOrder } from './treatment-order.ts';

const list = (...orders: number[]) => orders.map((order, place) => ({ _id: 'abcdefgh'.charAt(place), order }));

test('swaps a treatment with its neighbour, and saves only changed numbers', () => {
  expect(movedOrder(list(1, 2, 3), { id: 'b', by: -1 })).toEqual([
    { id: 'a', order: 2 },
    { id: 'b', order: 1 },
  ]);
});

test('does not move the first one up, the last one down, or an unknown one', () => {
  expect(movedOrder(list(0, 0), { id: 'a', by: -1 })).toEqual([]);
  expect(movedOrder(list(0, 0), { id: 'b', by: 1 })).toEqual([]);
  expect(movedOrder(list(0, 0), { id: 'z', by: 1 })).toEqual([]);
});

test('changes nothing but the order of two neighbours, for any numbers, also if only some of the numbers are saved', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(12), { minLength: 2, maxLength: 8 }),
      fc.nat(),
      fc.constantFrom(-1 as const, 1 as const),
      (orders, pick, by) => {
        const before = list(...orders.toSorted((a, b) => a - b));
        const at = pick % before.length;
        const id = before[at]?._id ?? '';
        const changes = movedOrder(before, { id, by });
        const idsAfter = (count: number) => {
          const saved = new Map(changes.slice(0, count).map((change) => [change.id, change.order]));
          return before
            .map(({ _id, order }) => ({ _id, order: saved.get(_id) ?? order }))
            .toSorted((a, b) => a.order - b.order || (a._id < b._id ? -1 : 1))
            .map(({ _id }) => _id);
        };
        const ids = before.map(({ _id }) => _id);
        const to = at + by;
        const other = ids[to];
        const wanted = other === undefined ? ids : ids.with(at, other).with(to, id);
        expect(idsAfter(changes.length)).toEqual(wanted);
        for (let count = 0; count < changes.length; count += 1) expect([ids, wanted]).toContainEqual(idsAfter(count));
      },
    ),
  );
});
