import { expect, it } from 'vitest';
import { textInput } from './feed.ts';

it('a text that is missing, invisible or too long is refused for one reason', () => {
  const input = textInput({ max: 5, missing: 'It is missing', tooLong: 'It is too long' });
  const reasons = (text: string) => input.safeParse(text).error?.issues.map(({ message }) => message);
  for (const nothing of ['', ' \n', '\u200B']) expect(reasons(nothing)).toEqual(['It is missing']);
  expect(reasons('too long')).toEqual(['It is too long']);
  expect(reasons('text')).toBeUndefined();
});
