import { expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

function numberedKeys() {
  let count = 0;
  return createIdempotencyKeys(() => `key-${(count += 1)}`);
}

it('repeats a booking with the same key', () => {
  const keys = numberedKeys();
  expect(keys.keyFor({ slot: 'a', phone: '1' })).toBe('key-1');
  expect(keys.keyFor({ slot: 'a', phone: '1' })).toBe('key-1');
});

it('uses a new key for changed values, and the old one when they are changed back', () => {
  const keys = numberedKeys();
  keys.keyFor({ slot: 'a' });
  expect(keys.keyFor({ slot: 'b' })).toBe('key-2');
  expect(keys.keyFor({ slot: 'a' })).toBe('key-1');
});

it('uses a new key after a refusal, because the server would repeat it', () => {
  const keys = numberedKeys();
  keys.keyFor({ slot: 'a' });
  keys.keyFor({ slot: 'b' });
  keys.settle({ slot: 'a' });
  expect(keys.keyFor({ slot: 'a' })).toBe('key-3');
  expect(keys.keyFor({ slot: 'b' })).toBe('key-2');
});

it('creates different keys in different windows', () => {
  const key = () => createIdempotencyKeys().keyFor({});
  expect(key()).toMatch(/^[0-9a-f]{32}$/);
  expect(key()).not.toBe(key());
});
