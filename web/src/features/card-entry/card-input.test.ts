import { describe, expect, it } from 'vitest';
import { groupDigits, readCard } from './card-input.ts';

const now = new Date(2026, 4, 31);
const typed = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', now };
const fieldAtFault = (change: Partial<typeof typed>): string | undefined => {
  const read = readCard({ ...typed, ...change });
  return 'fault' in read ? read.fault.field : undefined;
};

describe('a card entered in the demo', () => {
  it('is parsed with any spacing and date format', () => {
    const card = { number: '4242424242424242', month: 12, year: 2034, cvc: '123' };
    expect(readCard(typed)).toEqual({ card });
    expect(readCard({ ...typed, number: '4242-4242-4242-4242', expiry: '12/2034' })).toEqual({ card });
    expect(readCard({ ...typed, expiry: '1234' })).toEqual({ card });
  });

  it('is refused unless it is a known test card, even with a valid check digit', () => {
    expect(readCard({ ...typed, number: '4539 1488 0343 6467' })).toEqual({
      fault: { field: 'number', message: expect.stringContaining('Real cards are not accepted') },
    });
    expect(fieldAtFault({ number: '4242 4242 4242 4241' })).toBe('number');
    expect(fieldAtFault({ number: '' })).toBe('number');
  });

  it('is valid until the last day of its month', () => {
    expect(fieldAtFault({ expiry: '05/26' })).toBeUndefined();
    expect(fieldAtFault({ expiry: '04/26' })).toBe('expiry');
    expect(fieldAtFault({ expiry: '13/34' })).toBe('expiry');
    expect(fieldAtFault({ expiry: '' })).toBe('expiry');
  });

  it('needs a security code of three digits, or four for American Express', () => {
    expect(fieldAtFault({ cvc: '12' })).toBe('cvc');
    expect(fieldAtFault({ number: '3782 822463 10005' })).toBe('cvc');
    expect(fieldAtFault({ number: '3782 822463 10005', cvc: '1234' })).toBeUndefined();
  });
});

it('groups the digits of a number while they are typed', () => {
  expect(groupDigits('42424')).toBe('4242 4');
  expect(groupDigits('4242 4242')).toBe('4242 4242');
  expect(groupDigits('')).toBe('');
});
