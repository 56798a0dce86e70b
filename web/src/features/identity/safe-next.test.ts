import { expect, test } from 'vitest';
import { safeNext } from './safe-next.ts';

const leadingTo = (next: string): string => safeNext(`?${new URLSearchParams({ next })}`);

test('keeps path, query and hash of a page on this site', () => {
  expect(leadingTo('/dashboard/myAppointment?tab=past&x=1#row-3')).toBe('/dashboard/myAppointment?tab=past&x=1#row-3');
});

test('returns the home page without a next page', () => {
  expect(safeNext('')).toBe('/');
  expect(safeNext('?next=')).toBe('/');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'evil.example',
  '//',
])('never leaves this site: %j', (next) => {
  expect(leadingTo(next)).toBe('/');
});

test('does not lead back to a sign-in page', () => {
  expect(leadingTo('/login?next=/login')).toBe('/');
});
