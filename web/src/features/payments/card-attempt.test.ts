import { expect, it, test } from 'vitest';
import { ApiError, unreachable } from '../../api/http.ts';
import { paymentAfter, recordedFrom } from './card-attempt.ts';

const succeeded = { kind: 'succeeded', transactionId: 'pi_1' } as const;
const processing = { kind: 'processing', transactionId: 'pi_1' } as const;

test.each([0, 408, 429, 500, 502, 503])('status %i from our server leaves the payment undecided', (status) => {
  const error = new ApiError({ message: status === 0 ? unreachable : 'Later.', status });
  expect(recordedFrom(error)).toEqual({ kind: 'unanswered' });
});

test.each([400, 404, 409])('status %i is a refusal with a message', (status) => {
  expect(recordedFrom(new ApiError({ message: 'The card was declined.', status }))).toEqual({
    kind: 'refused',
    message: 'The card was declined.',
  });
});

it('waits, and does not offer to pay again, if the card was charged but our server did not answer', () => {
  expect(paymentAfter(succeeded, { kind: 'unanswered' })).toEqual({
    kind: 'waiting',
    transactionId: 'pi_1',
    isRecorded: false,
  });
});

it('offers the form again only if the provider has decided and the clinic refused the payment', () => {
  const refused = { kind: 'refused', message: 'Declined.' } as const;
  expect(paymentAfter(succeeded, refused)).toEqual({ kind: 'idle', message: 'Declined.' });
  expect(paymentAfter(processing, refused)).toEqual({ kind: 'waiting', transactionId: 'pi_1', isRecorded: true });
});

it('ends once the clinic has recorded the payment', () => {
  expect(paymentAfter(succeeded, { kind: 'recorded' })).toEqual({ kind: 'done', transactionId: 'pi_1' });
  expect(paymentAfter(processing, { kind: 'recorded' })).toEqual({ kind: 'done', transactionId: 'pi_1' });
});
