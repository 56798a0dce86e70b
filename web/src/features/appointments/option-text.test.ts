import { expect, it } from 'vitest';
import { optionText } from './option-text.ts';

const slots = ['09:00 AM - 09:30 AM'];

it('a name that is written from right to left does not change the order of what follows', () => {
  expect(optionText({ name: 'Cardiology', doctorName: 'Dr. ليلى حداد', slots })).toBe(
    'Cardiology, \u2068Dr. ليلى حداد\u2069: 1 free',
  );
  expect(optionText({ name: '\u{1e900}\u{1e901}', slots: [] })).toBe('\u2068\u{1e900}\u{1e901}\u2069: full');
  expect(optionText({ name: 'طب الأسنان', slots: [] })).toBe('\u2068طب الأسنان\u2069: full');
});

it('other names begin with their own letter, by which a browser finds them', () => {
  expect(optionText({ name: 'Cardiology', doctorName: 'Dr. Zoë Ångström', slots })).toBe(
    'Cardiology, Dr. Zoë Ångström: 1 free',
  );
});
