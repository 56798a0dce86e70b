import { expect, it } from 'vitest';
import { appendIfRoom, countSegments, shortText } from './short-text.ts';

it.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  // Two units each.
  ['€'.repeat(81), 2],
  ['é'.repeat(160), 1],
  ['ы'.repeat(70), 1],
  ['ы'.repeat(71), 2],
  ['🦷'.repeat(35), 1],
  ['🦷'.repeat(36), 2],
])('%s is charged as %i', (text, segments) => {
  expect(countSegments(text)).toBe(segments);
});

it('a text stays in the GSM alphabet if it can', () => {
  expect(shortText('“Hello” – it’s\u00A0Ann…\u202E')).toBe('"Hello" - it\'s Ann...');
});

it('a text keeps letters that have no form in the GSM alphabet', () => {
  expect(shortText('Запись завтра')).toBe('Запись завтра');
});

it('a text is one line, whatever is in a name', () => {
  expect(shortText('Ann\r\nYour code is 1\u0000')).toBe('Ann Your code is 1');
});

it.each(['a', '€', 'ы', '🦷', '👩‍⚕️'])('a long text of %s is cut to two segments', (letter) => {
  const text = shortText(letter.repeat(500));
  expect(countSegments(text)).toBe(2);
  expect(text.endsWith('...')).toBe(true);
});

it('leaves out a name that would make the text too long', () => {
  const text = `Clinic: an appointment is free for you. To take it, open https://${'clinic.'.repeat(14)}example`;
  expect(appendIfRoom(text, ' (for Mia)')).toBe(`${text} (for Mia)`);
  expect(appendIfRoom(text, ' (for Zoë)')).toBe(text);
});
