import { MIN_PASSWORD_LENGTH } from '@openhours/contract/password-rule.ts';

const COMMON = 'This password is one of those that people choose most often. Please choose another one.';
const NAMES =
  "Without the names in it (yours, the clinic's, its doctors' or Openhours), this password is too short. Please choose another one.";

/** Shorter words are in too many passwords by chance. */
const MIN_WORD_LENGTH = 4;

/** The letters for which people write digits and signs. There are two for 1 and !. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
/** The digits on the keys of the signs that a password may need, on an American keyboard. */
const DIGITS: Readonly<Record<string, string>> = { '!': '1', '@': '2', '#': '3', $: '4', '&': '7', '*': '8' };

/**
 * Why a password that follows the specification's rule is easy to guess all the same, or `undefined`. The rule makes people
 * decorate a common password: 'password' becomes 'P@ssword1!', '1qaz2wsx' becomes '!QAZ2wsx'. So the decoration is taken off
 * first. No published list has 3,000 passwords that follow the rule.
 *
 * @param common passwords in lower case
 * @param words that somebody who guesses here would try, from `wordsOf`
 */
export function guessableFault(
  password: string,
  { common, words }: { common: ReadonlySet<string>; words: readonly string[] },
): string | undefined {
  if (undecorated(password).some((bare) => common.has(bare))) return COMMON;
  const isLong = spellings(plain(password)).every((letters) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters);
    return rest === letters || rest.length >= MIN_PASSWORD_LENGTH;
  });
  return isLong ? undefined : NAMES;
}

/** The words of names that a password must not rely on, longest first. */
export function wordsOf(names: readonly string[]): readonly string[] {
  const words = names.flatMap((name) => plain(name).split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words)]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** What a password may have been before it was made to follow the rule. */
function undecorated(password: string): readonly string[] {
  const given = plain(password);
  const core = given.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [given.replaceAll(/[^\p{L}\p{N}]/gu, ''), replaced(given, DIGITS), ...spellings(core)];
}

/** With letters for digits and signs. */
function spellings(text: string): readonly string[] {
  return [replaced(text, LETTERS), replaced(text, { ...LETTERS, '1': 'l', '!': 'l' })];
}

function replaced(text: string, by: Readonly<Record<string, string>>): string {
  return text.replaceAll(/[^\p{L}]/gu, (character) => by[character] ?? character);
}

/** Without capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
