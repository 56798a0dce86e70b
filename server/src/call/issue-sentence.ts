import { COMMON_PROBLEMS } from '@openhours/contract/problem.ts';

const COMPARED: Readonly<Record<string, string>> = {
  '<=': 'at most ',
  '>=': 'at least ',
  '<': 'less than ',
  '>': 'more than ',
  'exactly ': 'exactly ',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

/**
 * What is wrong with a field of a request, as a sentence. The contract's own messages are sentences; zod's get the
 * field's name and plain words. `path` is empty for the body itself.
 */
export function issueSentence(path: string, message: string): string {
  if (!/^(Invalid|Too (small|big)|Unrecognized)/.test(message)) return message;
  if (path === '')
    return message.includes('expected object')
      ? 'The body must be a JSON object.'
      : COMMON_PROBLEMS.BAD_REQUEST.message;
  if (message.endsWith('received undefined')) return `${path} is required.`;
  return `${path} ${ruleIn(message)}.`;
}

/** The rule that a message of zod is about. */
function ruleIn(message: string): string {
  const size = /^Too (?:small|big): expected \w+ to (be|have) (<=|>=|<|>|exactly )(.+)$/.exec(message);
  if (size) return `must ${size[1]} ${COMPARED[size[2] ?? '']}${size[3]?.replace(/^1 (\w+)s$/, '1 $1')}`;
  const type = TYPES[/^Invalid input: expected (\w+), received/.exec(message)?.[1] ?? ''];
  if (type !== undefined) return `must be ${type}`;
  const options = /^Invalid option: expected one of (.+)$/.exec(message)?.[1];
  if (options !== undefined) return `must be one of ${options.replaceAll('|', ', ')}`;
  const format = /^Invalid (UUID|URL|email address|ISO \w+)$/.exec(message)?.[1];
  return format === undefined ? 'is not valid' : `must be a valid ${format}`;
}
