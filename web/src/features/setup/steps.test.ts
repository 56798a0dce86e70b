import { expect, test } from 'vitest';
import { neighboursOf, stepToContinueAt } from './steps.ts';

const nothing = { clinic: false, hours: false, treatments: false, doctor: false };

test('continues after the last step of which something exists, without steps that were skipped before it', () => {
  expect(stepToContinueAt(nothing)).toBe('clinic');
  expect(stepToContinueAt({ ...nothing, clinic: true })).toBe('hours');
  expect(stepToContinueAt({ ...nothing, clinic: true, treatments: true })).toBe('doctor');
  expect(stepToContinueAt({ ...nothing, doctor: true })).toBe('ready');
});

test('the first of these steps has none before it, and the last one leads to the end', () => {
  expect(neighboursOf('clinic')).toEqual({ previous: undefined, next: 'hours' });
  expect(neighboursOf('doctor')).toEqual({ previous: 'treatments', next: 'ready' });
});
