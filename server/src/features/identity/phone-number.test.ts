import * as fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { readPhone, showPhone } from './phone-number.ts';

test.each([
  ['202-555-0143', 'US', '+12025550143', '+1 202 555 0143'],
  ['030 901820', 'DE', '+4930901820', '+49 30 901820'],
  ['+44 (20) 7946-0958', 'DE', '+442079460958', '+44 20 7946 0958'],
  ['٠٣٠٩٠١٨٢٠', 'DE', '+4930901820', '+49 30 901820'],
  ['0171-123 45 67', undefined, '01711234567', '01711234567'],
  ['(030) 90 18 20', undefined, '030901820', '030901820'],
  ['', 'DE', '', ''],
  ['  ', undefined, '', ''],
])('%j in %s is stored as %j and shown as %j', (typed, country, phone, shown) => {
  expect(readPhone(typed, country)).toEqual({ kind: 'phone', phone });
  expect(showPhone(phone)).toBe(shown);
});

test.each([
  ['abc', 'US', 'That is not a valid phone number. Enter one like +1 201 555 0123.'],
  ['call me 202 555 0143', 'US', 'That is not a valid phone number. Enter one like +1 201 555 0123.'],
  ['+1 555 0100', 'US', 'That is not a valid phone number. Enter one like +1 201 555 0123.'],
  ['112', 'DE', 'That is not a valid phone number. Enter one like +49 1512 3456789.'],
  ['202 555 0143 ext. 12', 'US', 'Please give a phone number without an extension.'],
  ['abc', undefined, 'That is not a valid phone number. Enter one like +1 201 555 0123.'],
  ['1234', undefined, 'That is not a valid phone number. Enter one like +1 201 555 0123.'],
  ['0171 123 456 789 0123', undefined, 'That is not a valid phone number. Enter one like +1 201 555 0123.'],
  ['+1 555 010 7777', undefined, 'That is not a valid phone number. Enter one like +1 201 555 0123.'],
])('%j in %s is refused', (typed, country, message) => {
  expect(readPhone(typed, country)).toEqual({ kind: 'refused', message });
});

test('national, international and displayed forms give the same number, for every country', () => {
  fc.assert(
    fc.property(fc.constantFrom(...getCountries()), (country) => {
      const example = getExampleNumber(country, examples);
      if (!example) return;
      const expected = { kind: 'phone', phone: example.number };
      expect(readPhone(example.formatNational(), country)).toEqual(expected);
      expect(readPhone(example.number, undefined)).toEqual(expected);
      expect(readPhone(showPhone(example.number), 'US')).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('any input is stored as E.164, as digits if no country is known, or refused', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('US', 'DE', undefined),
      (typed, country) => {
        const read = readPhone(typed, country);
        const stored = country === undefined ? /^(\+[1-9][0-9]{4,14}|[0-9]{5,15})?$/ : /^(\+[1-9][0-9]{4,14})?$/;
        if (read.kind === 'phone') expect(read.phone).toMatch(stored);
        else expect(read.message).toMatch(/\.$/);
      },
    ),
  );
});
