import { expect, test } from 'vitest';
import { currentAt } from './current-place.ts';

test.each([
  ['/dashboard/treatments', '/dashboard/treatments', 'page'],
  ['/dashboard/treatments', '/Dashboard/TREATMENTS', 'page'],
  ['/dashboard/myAppointment', '/dashboard/myAppointment', 'page'],
  ['/dashboard/manageDoctors', '/dashboard/manageDoctors/7', 'true'],
  ['/dashboard', '/dashboard/', 'page'],
  ['/dashboard', '/DASHBOARD/treatments', 'true'],
  ['/dashboard/treatments', '/dashboard', undefined],
  ['/', '/', 'page'],
  ['/', '/dashboard', undefined],
] as const)('the link to %s is marked on the page at %s: %s', (href, path, expected) => {
  expect(currentAt(href, path)).toBe(expected);
});
