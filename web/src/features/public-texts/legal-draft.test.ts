import { expect, test } from 'vitest';
import { afterSaving } from './legal-draft.ts';

test('texts that were not changed in the form follow the answer, and the others keep what was typed', () => {
  const saved = { privacy: 'Privacy', terms: 'Terms', imprint: 'Imprint' };
  const typed = { privacy: 'My privacy, still typing', terms: 'My terms', imprint: 'Imprint' };
  const answer = { privacy: 'My privacy', terms: 'Their terms', imprint: 'Their imprint' };
  expect(afterSaving({ saved, typed }, { kind: 'privacy', text: 'My privacy', answer })).toEqual({
    saved: answer,
    typed: { ...typed, imprint: 'Their imprint' },
  });
});
