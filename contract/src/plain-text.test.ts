import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasVisibleText, plainText } from './plain-text.ts';

describe('text written by people', () => {
  it.each([
    ['\u202Egpj.exe\u202C', 'gpj.exe'],
    ['a\u2066b\u2067c\u2068d\u2069e', 'abcde'],
    ['bell\u0007 null\u0000 escape\u001b[31m', 'bell null escape[31m'],
    ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['\ufeff  tab\tstays  ', 'tab\tstays'],
    ['e\u0301', '\u00e9'],
    [`a${'\u0316\u0301'.repeat(20_000)}b`, `\u00e1${'\u0316'.repeat(15)}${'\u0301'.repeat(14)}b`],
    ['half an emoji \ud83d', 'half an emoji \ufffd'],
  ])('%j is stored as %j', (written, kept) => {
    expect(plainText(written)).toBe(kept);
  });

  it.each(['שלום\u200f!', 'مرحبا\u061c', '👩‍⚕️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '<b>bold</b> & "quoted"'])('%j is unchanged', (text) => {
    expect(plainText(text)).toBe(text);
  });

  it('is unchanged when cleaned again, so a message sent twice compares equal', () => {
    // fast-check's own unit 'binary' first makes a table of all of them, in 1.5 s.
    const anyCharacter = fc.nat({ max: 0x10ffff }).map((point) => String.fromCodePoint(point));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
    );
  });

  it('is unchanged when cleaned again, even if composing splits a mark into two', () => {
    const text = plainText(`a${'\u0344'.repeat(40)}`);
    expect(plainText(text)).toBe(text);
  });

  it('counts as empty if nothing of it is visible', () => {
    expect(['a', '7', '!', '👍'].map(hasVisibleText)).toEqual([true, true, true, true]);
    const blank = [
      '',
      ' \n',
      '\u200b',
      '\u200d\ufe0f',
      '\u0301',
      '\u3164',
      '\u115f',
      '\u1160',
      '\uffa0',
      '\u2800',
      '\u{1d159}',
    ];
    expect(blank.filter(hasVisibleText)).toEqual([]);
  });
});
