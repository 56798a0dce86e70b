import { expect, test } from 'vitest';
import { cardsText, checkText, hostedText } from './service-texts.ts';

test('money of a sandbox or in test mode is never called real', () => {
  expect(cardsText({ provider: 'sandbox', live: false })).toContain('nobody is charged');
  expect(cardsText({ provider: 'stripe', live: false })).toContain('nobody is charged');
  expect(cardsText({ provider: 'stripe', live: true })).toBe('Cards are taken by Stripe, with real money.');
  expect(hostedText({ provider: 'sslcommerz', live: true })).toContain('real money');
  expect(cardsText(null)).toContain('they pay at the clinic');
  expect(hostedText(null)).toBe('');
});

test('only keys that the provider accepts are good', () => {
  const stripe = { provider: 'stripe', live: true } as const;
  expect(checkText(stripe, 'works')).toEqual({ isGood: true, text: 'Stripe accepts the keys.' });
  expect(checkText(stripe, 'refused')?.isGood).toBe(false);
  expect(checkText(stripe, 'no-answer')?.isGood).toBe(false);
  expect(checkText(null, null)).toBeUndefined();
});
