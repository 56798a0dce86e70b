import satisfies from 'spdx-satisfies';
import type { InstalledPackage } from './installed-packages.ts';

/** Licences under which we may pass a program on, also inside the bundle, if its text goes with it. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
];

/** Also for packages of tests and checks, which we use unchanged and do not pass on. */
const FOR_DEVELOPMENT = ['Artistic-2.0', 'CC-BY-3.0', 'MPL-2.0', 'Python-2.0', 'WTFPL'];

/** Others, for these packages only, and why they are no harm. */
const EXCEPTIONS: readonly { readonly licence: string; readonly packages: RegExp; readonly why: string }[] = [
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    why: 'a library of its own file, which anyone can replace',
  },
  { licence: 'MPL-2.0', packages: /^lightningcss/, why: 'compiles the stylesheet, and is in no release' },
  { licence: 'CC-BY-3.0', packages: /^date-holidays$/, why: 'the README names the source of the holidays' },
];

/** The packages whose licence, or lack of one, we have not accepted. */
export function refusedLicences(packages: readonly InstalledPackage[]): readonly InstalledPackage[] {
  return packages.filter(({ name, license, isDevelopment }) => {
    const exceptions = EXCEPTIONS.filter((exception) => exception.packages.test(name)).map(({ licence }) => licence);
    const accepted = [...PERMISSIVE, ...exceptions, ...(isDevelopment ? FOR_DEVELOPMENT : [])];
    return license === '' || !isSatisfied(license, accepted);
  });
}

/** Every part that an 'AND' joins must be accepted, and one of those that an 'OR' joins. */
function isSatisfied(expression: string, accepted: readonly string[]): boolean {
  try {
    return satisfies(expression, [...accepted]);
  } catch {
    // Not an SPDX expression: 'SEE LICENSE IN …', 'UNLICENSED'.
    return false;
  }
}
