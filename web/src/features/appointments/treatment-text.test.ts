import { expect, it } from 'vitest';
import { treatmentForText } from './treatment-text.ts';

it('names the patient unless the reader is treated', () => {
  expect(treatmentForText('Cardiology', 'Mia Rivera')).toBe('Cardiology for Mia Rivera');
  expect(treatmentForText('Cardiology', undefined)).toBe('Cardiology');
});
