import { expect, it } from 'vitest';
import * as z from 'zod';
import { issueSentence } from './issue-sentence.ts';

function sentenceOf(schema: z.ZodType, input: unknown, name = 'field'): string | undefined {
  const [issue] = schema.safeParse(input).error?.issues ?? [];
  return issue && issueSentence(name, issue);
}

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is required.'],
  [z.string(), 7, 'must be a text.'],
  [z.coerce.number(), 'x', 'must be a number.'],
  [z.int(), 0.5, 'must be a whole number.'],
  [z.boolean(), 'yes', 'must be true or false.'],
  [z.array(z.string()), {}, 'must be a list.'],
  [z.object({}), 'x', 'must be a JSON object.'],
  [z.number().max(14), 15, 'must be at most 14.'],
  [z.number().min(1), 0, 'must be at least 1.'],
  [z.number().positive(), 0, 'must be more than 0.'],
  [z.string().min(1), '', 'must have at least 1 character.'],
  [z.string().max(40), 'x'.repeat(41), 'must have at most 40 characters.'],
  [z.array(z.number()).length(7), [], 'must have exactly 7 items.'],
  [z.enum(['open', 'decided']), 'x', 'must be one of "open", "decided".'],
  [z.uuid(), '1', 'must be a UUID.'],
  [z.iso.date(), '1', 'must be a date like 2024-01-05.'],
  [z.string().regex(/^a$/), 'b', 'is not valid.'],
  [z.literal('a'), 'b', 'is not valid.'],
])('%#: says which rule was broken', (schema, input, expected) => {
  expect(sentenceOf(schema, input)).toBe(`field ${expected}`);
});

it("leaves the contract's own messages", () => {
  expect(sentenceOf(z.string().min(1, 'Please choose a slot.'), '')).toBe('Please choose a slot.');
});

it('says that a body is an object', () => {
  expect(sentenceOf(z.object({}), [], '')).toBe('The body must be a JSON object.');
});
