import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accentFault,
  accentTokens,
  contrastOf,
  GROUNDS,
  nearestAccent,
  ON_NIGHT_MUTED,
  TEXT_CONTRAST,
} from './accent.ts';

const colour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((values) => `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

test('every accepted colour has readable text in both themes', () => {
  fc.assert(
    fc.property(colour, (any) => {
      const accent = nearestAccent(any);
      expect(accentFault(accent)).toBeUndefined();
      const tokens = accentTokens(accent);
      for (const theme of ['light', 'dark'] as const) {
        const { pine, 'pine-soft': soft, 'pine-strong': strong, 'on-pine': onPine, night, ring } = tokens[theme];
        const pairs = [
          ...Object.values(GROUNDS[theme]).flatMap((ground) => [
            [pine, ground],
            [ring, ground],
          ]),
          [pine, soft],
          [onPine, pine],
          [onPine, strong],
          [ON_NIGHT_MUTED[theme], night],
        ] as const;
        for (const [text = '', ground = ''] of pairs) {
          expect(contrastOf(text, ground), `${text} on ${ground}, ${theme}`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
      }
    }),
  );
});

test('a colour is refused exactly if text in it cannot be read on a light ground', () => {
  fc.assert(
    fc.property(colour, (any) => {
      const isReadable = Object.values(GROUNDS.light).every((ground) => contrastOf(any, ground) >= TEXT_CONTRAST);
      expect(accentFault(any) === undefined).toBe(isReadable);
      expect(nearestAccent(any) === any).toBe(isReadable);
    }),
  );
});

test('the refusal names the contrast and a colour that works', () => {
  expect(accentFault('#ffcc00')).toBe(
    'This colour is too light to read on our pages: its contrast is 1.3, and text needs 4.5. The nearest colour that works is #856a00.',
  );
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#777777', 1],
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
});
