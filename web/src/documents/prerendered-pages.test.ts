import { expect, test } from 'vitest';
import { prerenderedPages } from './prerendered-pages.tsx';

const asks = (file: string) => prerenderedPages.find((page) => page.file === file)?.questions;

test('a document preloads who is signed in if its page asks for it', () => {
  expect(asks('doctors.html')).toEqual([]);
  expect(asks('appointment.html')).toEqual(['/api/session']);
  // The set-up and invitations, which ask as well, have no document of their own.
  expect(asks('app.html')).toEqual(['/api/session']);
});
