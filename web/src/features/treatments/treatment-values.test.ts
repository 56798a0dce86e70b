import type { Treatment } from '@openhours/contract/treatments.ts';
import { expect, test } from 'vitest';
import { changedFields, fieldsFromForm, priceFault } from './treatment-values.ts';

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

test.each([
  ['49,50', 'EUR', 49.5],
  ['60', '', 60],
  ['1.250', 'KWD', 1.25],
])('a price of %j in %j is sent as %d', (price, currency, sent) => {
  expect(priceFault(price, currency)).toBeUndefined();
  expect(fieldsFromForm({ ...values, price, currency }).price).toBe(sent);
});

test.each([
  ['1,000', 'EUR', 'A price in EUR has at most 2 decimals.'],
  ['1,000', '', 'Enter the currency too.'],
  ['12.5', 'JPY', 'A price in JPY has no decimals.'],
  ['sixty', '', "Enter a number, like '60' or '49.50'."],
  ['', 'EUR', 'Enter a price, or 0 if it is free.'],
])('a price of %j in %j is refused', (price, currency, fault) => expect(priceFault(price, currency)).toBe(fault));
