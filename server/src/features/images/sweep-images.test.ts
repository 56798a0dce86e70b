import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { images } from '../../database/schema/images.ts';
import type { ImageStore } from '../../providers/images/port.ts';
import { sweepImages } from './sweep-images.ts';

const DAY_MILLIS = 86_400_000;
const database = await createTestDatabase();

it('deletes every unused image, the oldest first, although a store refuses some for ever', async () => {
  const { db } = database;
  const now = new Date('2030-05-15T10:00:00Z');
  const names = Array.from({ length: 230 }, (_, index) => index.toString(16).padStart(64, '0'));
  await db.insert(images).values(
    names.map((hash, index) => ({
      hash,
      width: 1,
      height: 1,
      bytes: 1,
      store: 'ours',
      location: hash,
      middleLocation: hash,
      thumbnailLocation: hash,
      createdAt: new Date(now.getTime() - 10 * DAY_MILLIS + index),
      wantedAt: new Date(now.getTime() - 10 * DAY_MILLIS + index),
    })),
  );
  // More than a run tries in a row.
  const refused = names.slice(0, 7);
  const removed = new Set<string>();
  const store: ImageStore = {
    name: 'ours',
    put: async ({ name }) => name,
    get: async () => undefined,
    async remove(location) {
      if (refused.includes(location)) throw new Error('Refused');
      removed.add(location);
    },
  };
  const sweep = (at: Date) => sweepImages({ db, stores: [store], references: [] }, at);

  await expect(sweep(now)).rejects.toThrow('5 unused images could not be deleted');
  expect(removed.size).toBe(0);
  await expect(sweep(now)).rejects.toThrow('2 unused images could not be deleted');
  expect([...removed]).toEqual(names.slice(7));
  expect(await sweep(now)).toBe(0);
  // After a day those that are left are tried again.
  await expect(sweep(new Date(now.getTime() + 2 * DAY_MILLIS))).rejects.toThrow('5 unused');
});
