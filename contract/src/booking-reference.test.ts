import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { REFERENCE_ALPHABET, REFERENCE_LENGTH, REFERENCE_PATTERN, readReference } from './booking-reference.ts';

const reference = fc
  .array(fc.constantFrom(...REFERENCE_ALPHABET.split('')), { minLength: REFERENCE_LENGTH, maxLength: REFERENCE_LENGTH })
  .map((signs) => signs.join(''));

test('the alphabet has no duplicates, no vowels and no two characters that look alike', () => {
  expect(new Set(REFERENCE_ALPHABET).size).toBe(REFERENCE_ALPHABET.length);
  expect(REFERENCE_ALPHABET).toMatch(/^[0-9A-Z]+$/);
  expect(REFERENCE_ALPHABET).not.toMatch(/[AEIOUY]/);
  for (const alike of ['0O', '1IL', '2Z', '5S', '6G', '8B', 'UV']) {
    const both = alike.split('').filter((sign) => REFERENCE_ALPHABET.includes(sign));
    expect(both.length, alike).toBeLessThanOrEqual(1);
  }
});

test('a reference may be typed in lower case, with spaces or with hyphens', () => {
  fc.assert(
    fc.property(
      reference,
      fc.array(fc.constantFrom('', ' ', '-', '\t'), { minLength: 7, maxLength: 7 }),
      (text, gaps) => {
        expect(text).toMatch(REFERENCE_PATTERN);
        const typed = gaps.map((gap, place) => gap + (text[place] ?? '')).join('');
        expect(readReference(typed)).toBe(text);
        expect(readReference(typed.toLowerCase())).toBe(text);
      },
    ),
  );
});

test.each(['', 'K7M4P', 'K7M4PXX', 'K7M4PO', 'K7M4P1', 'Maya Lindqvist', '%'])('%j is not a reference', (text) => {
  expect(readReference(text)).toBeUndefined();
});
