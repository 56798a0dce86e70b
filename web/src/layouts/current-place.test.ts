import { expect, test } from 'vitest';
import { href } from '../pages.ts';
import { currentAt, currentInMenu } from './current-place.ts';

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

test.each([
  [href.security(), href.profile()],
  [href.cardPayment('7'), href.myAppointments()],
])('the page at %s belongs to the entry of %s', (pathname, owner) => {
  const marked = [href.dashboard(), href.myAppointments(), href.profile()].filter((link) =>
    currentInMenu(link, { pathname, search: '' }),
  );
  expect(marked).toEqual([owner]);
});

test('the form that books for a patient belongs to the page that opened it', () => {
  const pathname = href.bookForPatient();
  const marked = (search: string) =>
    [href.agenda(), href.bookings()].map((link) => currentInMenu(link, { pathname, search }));
  expect(marked('?day=2031-03-01&from=agenda')).toEqual(['true', undefined]);
  expect(marked('?day=2031-03-01')).toEqual([undefined, 'true']);
  const elsewhere = { pathname: href.bookings(), search: '?from=agenda' };
  expect(currentInMenu(href.bookings(), elsewhere)).toBe('page');
});
