import { expect, it } from 'vitest';
import * as z from 'zod';
import { uuid7 } from './uuid7.ts';

it('is a UUIDv7 of the current time, and different each time', () => {
  const now = Date.parse('2024-01-05T10:05:00.123Z');
  const made = Array.from({ length: 200 }, () => uuid7(now));
  expect(new Set(made).size).toBe(200);
  for (const id of made) {
    expect(z.uuidv7().safeParse(id).success).toBe(true);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
  }
});
