import { COMMON_PROBLEMS } from '@openhours/contract/problem.ts';
import type { core } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  url: 'a URL',
  email: 'an email address',
  date: 'a date like 2024-01-05',
  datetime: 'a time like 2024-01-05T09:00:00Z',
};

/**
 * What is wrong with a field of a request, as a sentence. The contract's own messages are sentences; zod's get the
 * field's name and plain words.
 *
 * @param name of the field; empty for the body itself
 */
export function issueSentence(name: string, issue: core.$ZodIssue): string {
  const { message } = issue;
  if (!/^(Invalid|Too (small|big)|Unrecognized)/.test(message)) return message;
  if (name === '') {
    const isOther = issue.code === 'invalid_type' && issue.expected === 'object';
    return isOther ? 'The body must be a JSON object.' : COMMON_PROBLEMS.BAD_REQUEST.message;
  }
  if (message.endsWith('received undefined')) return `${name} is required.`;
  const rule = ruleOf(issue);
  return rule === undefined ? `${name} is not valid.` : `${name} must ${rule}.`;
}

/** The rule that was broken, to follow 'must'. */
function ruleOf(issue: core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'too_big': {
      const { exact, inclusive, maximum } = issue;
      return sizeText(issue.origin, exact ? 'exactly' : inclusive ? 'at most' : 'less than', maximum);
    }
    case 'too_small': {
      const { exact, inclusive, minimum } = issue;
      return sizeText(issue.origin, exact ? 'exactly' : inclusive ? 'at least' : 'more than', minimum);
    }
    case 'invalid_type':
      return be(TYPES[issue.expected]);
    case 'invalid_format':
      return be(FORMATS[issue.format]);
    case 'invalid_value':
      return issue.values.length > 1
        ? `be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
        : undefined;
    default:
      return undefined;
  }
}

function sizeText(origin: string, comparison: string, limit: number | bigint): string {
  const unit = { string: 'character', array: 'item' }[origin];
  if (unit === undefined) return `be ${comparison} ${limit}`;
  return `have ${comparison} ${limit} ${Number(limit) === 1 ? unit : `${unit}s`}`;
}

function be(what: string | undefined): string | undefined {
  return what && `be ${what}`;
}
