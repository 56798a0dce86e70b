import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftOf, onTextDraft, textAfterSending, textDraftOf } from './drafts.ts';
import { keepOnlyDraftsOf, sayOnNextPage } from './window-storage.ts';

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

it('empties a text that was sent also in a form that was opened again meanwhile', () => {
  const sender = textDraftOf('anna', 'note');
  sender.write('Call back.');
  const openedAgain = textDraftOf('anna', 'note');
  const seen: string[] = [];
  const stop = onTextDraft(() => void seen.push(openedAgain.read()));
  openedAgain.write('Call back. Bring the card.');
  sender.settle('Call back.');
  stop();
  expect(seen).toEqual(['Call back. Bring the card.', 'Bring the card.']);
  expect(draftOf('anna', 'note').read()).toBe('Bring the card.');
});

it('keeps a typed text also if the browser stores nothing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  textDraftOf('anna', 'reply').write('Yes.');
  expect(textDraftOf('anna', 'reply').read()).toBe('Yes.');
});

it('deletes the drafts of every other person, and not those of nobody, when a person signs in', () => {
  for (const uid of ['anna', 'an', '']) draftOf(uid, 'post').write('Drink water.');
  sayOnNextPage('Welcome!');
  keepOnlyDraftsOf('an');
  expect(Object.keys(sessionStorage)).toEqual(['draft an post', 'draft  post', 'notice']);
});

it('empties the form if nothing was typed while the post was sent', () => {
  expect(textAfterSending('Drink water.', 'Drink water.')).toBe('');
});

it('keeps what was typed while the post was sent', () => {
  expect(textAfterSending('Drink water.\nSleep well.', 'Drink water.')).toBe('Sleep well.');
  expect(textAfterSending('Sleep', 'Drink water.')).toBe('Sleep');
});
