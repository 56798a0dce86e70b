import { expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

function numberedKeys() {
  let count = 0;
  return createIdempotencyKeys(() => `key-${(count += 1)}`);
}

it('sends the same booking again under the same key', () => {
  const keys = numberedKeys();
  expect(keys.keyFor({ slot: 'a', phone: '1' })).toBe('key-1');
  expect(keys.keyFor({ slot: 'a', phone: '1' })).toBe('key-1');
});

it('gives changed values a new key, and the old one when they are changed back', () => {
  const keys = numberedKeys();
  keys.keyFor({ slot: 'a' });
  expect(keys.keyFor({ slot: 'b' })).toBe('key-2');
  expect(keys.keyFor({ slot: 'a' })).toBe('key-1');
});

it('gives a booking that was refused a new key, or the server would repeat its refusal for ever', () => {
  const keys = numberedKeys();
  keys.keyFor({ slot: 'a' });
  keys.keyFor({ slot: 'b' });
  keys.settle({ slot: 'a' });
  expect(keys.keyFor({ slot: 'a' })).toBe('key-3');
  expect(keys.keyFor({ slot: 'b' })).toBe('key-2');
});

it('makes keys that two windows never share', () => {
  const key = () => createIdempotencyKeys().keyFor({});
  expect(key()).toMatch(/^[0-9a-f]{32}$/);
  expect(key()).not.toBe(key());
});
