import { expect, it } from 'vitest';
import { openConversation } from './open-conversation.ts';

const [first, second] = [{ _id: 'first' }, { _id: 'second' }];
const nothingChosen = { chosenId: null, onlyId: undefined };

it('opens the only conversation about a post without a choice', () => {
  expect(openConversation([first], nothingChosen)).toBe(first);
  expect(openConversation([first], { chosenId: 'deleted', onlyId: undefined })).toBe(first);
});

it('opens none of several conversations until one is chosen', () => {
  expect(openConversation([first, second], nothingChosen)).toBeUndefined();
  expect(openConversation([first, second], { chosenId: 'second', onlyId: undefined })).toBe(second);
});

it('keeps the first conversation open when a second one arrives', () => {
  expect(openConversation([second, first], { chosenId: null, onlyId: 'first' })).toBe(first);
  expect(openConversation([second, first], { chosenId: 'second', onlyId: 'first' })).toBe(second);
});

it('resets for a different post', () => {
  expect(openConversation([], { chosenId: null, onlyId: 'first' })).toBeUndefined();
  expect(openConversation([second], { chosenId: null, onlyId: 'first' })).toBe(second);
});
