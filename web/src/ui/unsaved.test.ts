import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardUnsaved, unsavedWords } from './unsaved.ts';

beforeEach(() => void vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

it('says what the form says before it is left, and the usual words for the rest', () => {
  const stop = guardUnsaved(() => true, { description: 'The doctor is not registered yet.' });
  expect(unsavedWords()).toEqual({
    title: 'Leave without saving?',
    description: 'The doctor is not registered yet.',
    keep: 'Stay on this page',
    discard: 'Leave',
  });
  stop();
  expect(unsavedWords()).toBeUndefined();
});
