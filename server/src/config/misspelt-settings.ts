import type { Environment } from './setting.ts';

/**
 * A sentence about each variable that is nearly a setting and none. Nothing else reports these: the setting would count as unset.
 *
 * @param settings the names of all settings
 */
export function findMisspelt(environment: Environment, settings: ReadonlySet<string>): readonly string[] {
  return Object.keys(environment).flatMap((name) => {
    if (settings.has(name)) return [];
    const meant = [...settings].find((setting) => isNearly(name, setting));
    return meant === undefined ? [] : [`${name} is not a setting. Do you mean ${meant}?`];
  });
}

/** With two slips allowed, HOME would nearly be HOST. */
const SHORT = 8;

function isNearly(name: string, setting: string): boolean {
  const slips = setting.length < SHORT ? 1 : 2;
  return lettersOf(name) === lettersOf(setting) || isWithin(slips, name.toUpperCase(), setting);
}

const lettersOf = (name: string) => name.replaceAll(/[^a-zA-Z\d]/g, '').toUpperCase();

/**
 * Whether at most so many letters are missing, added, wrong or swapped with their neighbour (Damerau-Levenshtein). None of
 * our packages computes this.
 */
function isWithin(slips: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > slips) return false;
  if (one === '' || other === '') return true;
  if (one[0] === other[0]) return isWithin(slips, one.slice(1), other.slice(1));
  if (slips === 0) return false;
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return (
    (isSwapped && isWithin(slips - 1, one.slice(2), other.slice(2))) ||
    isWithin(slips - 1, one.slice(1), other.slice(1)) ||
    isWithin(slips - 1, one.slice(1), other) ||
    isWithin(slips - 1, one, other.slice(1))
  );
}
