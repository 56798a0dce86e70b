import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { href, idAt, loginHrefWithReturn, pageAt, pageList, patternOf } from './pages.ts';

test.each(pageList)('$path has an existing module', ({ module }) => {
  expect(existsSync(join(import.meta.dirname, 'features', `${module}.tsx`))).toBe(true);
});

/** The files whose `import.meta.glob` finds this module. */
function filesThatImport(module: string): string[] {
  const wanted = join('features', `${module}.tsx`);
  return ['auth-pages.tsx', 'documents/prerendered-pages.tsx'].filter((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    const argument = /import\.meta\.glob<[^(]*>\(\s*(\[[^\]]*\]|'[^']*')/.exec(text)?.[1] ?? '';
    const globs = [...argument.matchAll(/'(!?)([^']*)'/g)].map(([, not, glob = '']) => ({
      isNot: not === '!',
      glob: join(file, '..', glob),
    }));
    expect(globs.length, `${file} has globs`).toBeGreaterThan(0);
    const found = globs.filter(({ glob }) => matchesGlob(wanted, glob));
    return found.some(({ isNot }) => !isNot) && !found.some(({ isNot }) => isNot);
  });
}

test.each(pageList)('$path is imported where it reaches the browser outside the application', ({ module, loads }) => {
  const importers = filesThatImport(module);
  const prerendered = 'documents/prerendered-pages.tsx';
  switch (loads) {
    case 'form':
      expect(importers).toEqual(['auth-pages.tsx', prerendered]);
      break;
    case 'reading':
    case 'sign-in-window':
      expect(importers).toEqual([prerendered]);
      break;
    case 'application':
    case 'gallery':
      expect(importers).toEqual([]);
  }
});

test.each(pageList)('$path is found by its own address only, in any case and with any slashes at its end', (page) => {
  const address = page.path.replace(/:\w+/, '0197f000-0000-7000-8000-000000000000');
  expect(pageAt(address)?.name).toBe(page.name);
  expect(pageAt(address === '/' ? '/' : `${address.toUpperCase()}//`)?.name).toBe(page.name);
  expect(pageList.filter((other) => patternOf(other).test(address))).toHaveLength(1);
});

test.each(['', '/no-such-page', '/conversations/a/b', '/dashboard/myAppointment/', '//login', '/login.html'])(
  'there is no page at %j',
  (path) => {
    expect(pageAt(path)?.name).toBe(path === '/dashboard/myAppointment/' ? 'myAppointments' : undefined);
  },
);

test('an address escapes its id and its query', () => {
  expect(href.home()).toBe('/');
  expect(href.appointment('a/b?c')).toBe('/dashboard/myAppointment/a%2Fb%3Fc');
  expect(href.conversation('p1', { with: 'c1' })).toBe('/conversations/p1?with=c1');
});

test.each([
  ['/conversations/a%2Fb', 'a/b'],
  ['/dashboard/myAppointment/7/', '7'],
  ['/doctors/50%', '50%'],
  ['/dashboard/bookings/new', ''],
  ['/no-such-page/7', ''],
])('the id in %j is %j', (path, id) => {
  expect(idAt(path)).toBe(id);
});

test('the address of the login page contains the page to return to, but no secret of its link', () => {
  const page = new URL('https://clinic.example/appointment?day=2030-01-01#token=secret');
  expect(loginHrefWithReturn(page)).toBe('/login?next=%2Fappointment%3Fday%3D2030-01-01');
});

test('the entries of a group stand together in the dashboard menu', () => {
  const groups = pageList.flatMap(({ side, sideGroup }) => (side === undefined ? [] : [sideGroup]));
  const starts = groups.filter((group, position) => group !== groups[position - 1]);
  expect(starts).toEqual([...new Set(starts)]);
});
