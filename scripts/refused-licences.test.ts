import { expect, it } from 'vitest';
import { refusedLicences } from './refused-licences.ts';

const refuses = (name: string, license: string, isDevelopment = false) =>
  refusedLicences([{ name, version: '1.0.0', license, folder: `node_modules/${name}`, isDevelopment }]).length === 1;

it.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])('accepts %s', (license) => {
  expect(refuses('one', license)).toBe(false);
});

it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', '', 'UNLICENSED', 'SEE LICENSE IN LICENSE.md'])(
  "refuses '%s'",
  (license) => {
    expect(refuses('one', license)).toBe(true);
  },
);

it('accepts an exception for its package only, and the MPL for checks only', () => {
  expect(refuses('@img/sharp-libvips-linux-x64', 'Apache-2.0 AND LGPL-3.0-or-later')).toBe(false);
  expect(refuses('one', 'LGPL-3.0-or-later')).toBe(true);
  expect([refuses('one', 'MPL-2.0', true), refuses('one', 'MPL-2.0')]).toEqual([false, true]);
});
