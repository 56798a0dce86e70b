import { expect, test } from 'vitest';
import { ConfigError } from '../config/config-error.ts';
import { sentenceForOperator } from './stop-with.ts';

const failure = (details: object, message = 'permission denied for database clinic') =>
  Object.assign(new Error(message), details);

test('what the operator can fix is one sentence', () => {
  expect(sentenceForOperator(new ConfigError('PORT: must be a number.'))).toBe('PORT: must be a number.');
  const full = failure({ code: 'ENOSPC', syscall: 'write' }, 'ENOSPC: no space left on device, write');
  expect(sentenceForOperator(full)).toBe('The system refuses a file: ENOSPC: no space left on device, write.');
});

test('a database of another role is one sentence, also inside an error of the query', () => {
  const refused = failure({ code: '42501' });
  for (const error of [refused, new Error('Failed query', { cause: refused })]) {
    expect(sentenceForOperator(error)).toMatch(/^The database refuses .+ for database clinic\. The role must own/);
  }
});

test('anything else is a bug, which needs its details', () => {
  for (const error of [
    new TypeError('x is undefined'),
    failure({ code: 'ENOENT', syscall: 'open', path: '/data/x' }),
    failure({ code: 'EPERM', syscall: 'kill' }),
    'a text',
    undefined,
  ]) {
    expect(sentenceForOperator(error)).toBeUndefined();
  }
});
