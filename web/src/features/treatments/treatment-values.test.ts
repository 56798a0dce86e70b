import type { Treatment } from '@openhours/contract/treatments.ts';
import { expect, test } from 'vitest';
import { changedFields, fieldsFromForm } from './treatment-values.ts';

const opened: Treatment = {
  _id: '01890000-0000-7000-8000-000000000000',
  name: 'Cardiology',
  description: '',
  minutes: 30,
  bufferMinutes: 0,
  price: 49.5,
  currency: 'EUR',
  colour: null,
  active: true,
};
const values = {
  name: 'Cardiology',
  minutes: '30',
  bufferMinutes: '0',
  price: '49.50',
  currency: 'eur',
  colour: '',
  description: '',
};

test('a form sends only what was changed in it', () => {
  expect(changedFields(fieldsFromForm(values), opened)).toEqual({});
  const typed = { ...values, price: '55', colour: '#dc2626' };
  expect(changedFields(fieldsFromForm(typed), opened)).toEqual({ price: 55, colour: '#dc2626' });
  expect(changedFields(fieldsFromForm(values), { ...opened, colour: '#dc2626' })).toEqual({ colour: null });
});
