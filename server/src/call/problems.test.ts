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

test.each(['Client has encountered a connection error and is not queryable', 'Client was closed and is not queryable'])(
  "'%s' is a temporary failure: the rollback after the connection broke",
  (message) => expect(isPassingFailure(new Error('Failed query: rollback', { cause: new Error(message) }))).toBe(true),
);

test('a bug is not a temporary failure', () => {
  expect(isPassingFailure(new TypeError('undefined is not a function'))).toBe(false);
});
