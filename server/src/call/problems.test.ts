import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPassingFailure } from './problems.ts';

// Linux refuses every write to this device, like a full disk.
test.runIf(process.platform === 'linux')('a full disk is a temporary failure', () => {
  let failure: unknown;
  try {
    writeFileSync('/dev/full', 'an image');
  } catch (error) {
    failure = error;
  }
  expect(failure).toMatchObject({ code: 'ENOSPC' });
  expect(isPassingFailure(failure)).toBe(true);
  expect(isPassingFailure(new Error('The image could not be stored', { cause: failure }))).toBe(true);
});

test('a bug is not a temporary failure', () => {
  expect(isPassingFailure(new TypeError('undefined is not a function'))).toBe(false);
});
