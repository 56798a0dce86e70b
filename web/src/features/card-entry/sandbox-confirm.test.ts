import { expect, it } from 'vitest';
import { readConfirmed } from './sandbox-confirm.ts';

it("returns the provider's message if a card is declined", () => {
  const payment_intent = { id: 'pi_1', status: 'requires_payment_method' };
  expect(readConfirmed({ error: { message: 'Your card was declined.', payment_intent } })).toEqual({
    kind: 'refused',
    message: 'Your card was declined.',
  });
});

it('distinguishes a payment that has already succeeded from a failed one', () => {
  const error = { code: 'payment_intent_unexpected_state', message: 'You cannot confirm this PaymentIntent.' };
  expect(readConfirmed({ error: { ...error, payment_intent: { id: 'pi_1', status: 'succeeded' } } })).toEqual({
    kind: 'succeeded',
    transactionId: 'pi_1',
  });
});

it("asks for the bank's confirmation if the card requires it", () => {
  const next_action = { redirect_to_url: { url: 'http://127.0.0.1:3100/stripe/authenticate/pi_1' } };
  expect(readConfirmed({ id: 'pi_1', status: 'requires_action', next_action })).toEqual({
    kind: 'wants-holder',
    address: 'http://127.0.0.1:3100/stripe/authenticate/pi_1',
  });
});

it('does not treat an unreadable answer as a payment', () => {
  for (const body of [undefined, {}, { status: 'succeeded' }, { id: 'pi_1', status: 'canceled' }]) {
    expect(readConfirmed(body).kind).toBe('refused');
  }
});
