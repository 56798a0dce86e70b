import { expect, it } from 'vitest';
import { treatmentForText } from './treatment-text.ts';

it('names the patient unless the reader is treated', () => {
  const entry = { treatment: 'Cardiology', patient: 'Mia Rivera' };
  expect(treatmentForText({ ...entry, isForSomebodyElse: true })).toBe('Cardiology for Mia Rivera');
  expect(treatmentForText({ ...entry, isForSomebodyElse: false })).toBe('Cardiology');
});
