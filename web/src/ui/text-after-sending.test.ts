import { expect, it } from 'vitest';
import { textAfterSending } from './text-after-sending.ts';

it('empties the form if nothing was typed while the post was sent', () => {
  expect(textAfterSending('Drink water.', 'Drink water.')).toBe('');
});

it('keeps what was typed while the post was sent', () => {
  expect(textAfterSending('Drink water.\nSleep well.', 'Drink water.')).toBe('Sleep well.');
  expect(textAfterSending('Sleep', 'Drink water.')).toBe('Sleep');
});
