import { expect, it } from 'vitest';
import { blockRefusal, excerpt, isSameMessage, titleOf } from './rules.ts';

it('keeps a short post whole and cuts a long one between visible characters', () => {
  expect(excerpt('Drink water.')).toBe('Drink water.');
  expect(excerpt('x'.repeat(140))).toBe('x'.repeat(140));
  expect(excerpt('x'.repeat(141))).toBe(`${'x'.repeat(140)}…`);
  const doctors = '👩‍⚕️'.repeat(60);
  expect(excerpt(doctors)).toMatch(/^(👩‍⚕️){28}…$/u);
});

it.each([
  ['Drink water.', 'Drink water.'],
  ['Five\n\nshort   words here.', 'Five short words here.'],
  ['x'.repeat(61), `${'x'.repeat(60)}…`],
  [`${'x'.repeat(60)} more`, `${'x'.repeat(60)}…`],
  [
    'A walk of thirty minutes a day keeps the heart going, and costs nothing.',
    'A walk of thirty minutes a day keeps the heart going, and…',
  ],
  ['👩‍⚕️'.repeat(60), `${'👩‍⚕️'.repeat(12)}…`],
])('gives the post %j the title %j', (post, title) => {
  expect(titleOf(post)).toBe(title);
});

it("reports one's own block first, because one can remove it", () => {
  expect(blockRefusal({ byYou: true, byThem: true }, 'Dora')?.message).toMatch(/^You have blocked Dora/);
  expect(blockRefusal({ byYou: false, byThem: true }, 'Dora')?.message).toMatch(/^Dora is not accepting/);
  expect(blockRefusal({ byYou: false, byThem: false }, 'Dora')).toBeUndefined();
});

it('considers a message a repetition only with the same conversation, sender and text', () => {
  const stored = { conversationId: 'c', senderId: 's', text: 't' };
  expect(isSameMessage(stored, { ...stored })).toBe(true);
  for (const other of [{ conversationId: 'x' }, { senderId: 'x' }, { text: 'x' }]) {
    expect(isSameMessage(stored, { ...stored, ...other })).toBe(false);
  }
});
