import { expect, it } from 'vitest';
import { durationText } from './duration-text.ts';

it.each([
  [1, '1 minute'],
  [90, '90 minutes'],
  [60, '1 hour'],
  [1440, '24 hours'],
  [2160, '36 hours'],
  [2880, '48 hours'],
  [4320, '3 days'],
  [4380, '73 hours'],
])('%i minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});
