import { expect, it } from 'vitest';
import { anyCharacter } from './any-character.ts';

it('recognises each character that it may draw, and refuses lone surrogates', () => {
  for (const character of ['a', '\ud7ff', '\ue000', '\u{10ffff}']) {
    expect(anyCharacter.canShrinkWithoutContext(character)).toBe(true);
  }
  for (const none of ['', 'ab', '\ud800', '\udfff']) expect(anyCharacter.canShrinkWithoutContext(none)).toBe(false);
});
