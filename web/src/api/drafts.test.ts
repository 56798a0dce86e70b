import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftOf, keepOnlyDraftsOf } from './drafts.ts';
import { sayOnNextPage } from './window-storage.ts';

beforeEach(() => {
  // As in a browser, the stored names are its keys, and its methods are not.
  const methods = {
    getItem: (name: string) => Object.getOwnPropertyDescriptor(storage, name)?.value ?? null,
    setItem: (name: string, text: string) => void Object.assign(storage, { [name]: text }),
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  };
  const storage: object = Object.create(methods);
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

it('keeps a draft for its person, until it is empty', () => {
  draftOf('anna', 'post').write('Drink water.');
  expect(draftOf('anna', 'post').read()).toBe('Drink water.');
  expect(draftOf('ben', 'post').read()).toBeUndefined();
  draftOf('anna', 'post').write('');
  expect(draftOf('anna', 'post').read()).toBeUndefined();
  draftOf('anna', 'unsent').write(['A message']);
  draftOf('anna', 'unsent').write([]);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('deletes the drafts of everybody else, and those of nobody, when a person signs in', () => {
  for (const uid of ['anna', 'an', '']) draftOf(uid, 'post').write('Drink water.');
  sayOnNextPage('Welcome!');
  keepOnlyDraftsOf('an');
  expect(Object.keys(sessionStorage)).toEqual(['draft an post', 'notice']);
});
