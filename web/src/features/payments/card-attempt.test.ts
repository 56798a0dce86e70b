import { ORPCError } from '@orpc/client';
import { expect, it, test } from 'vitest';
import { ApiError, unreachable } from '../../api/http.ts';
import { askAgainIn, paymentAfter, paymentAfterReturn, preparesAgain, recordedFrom } from './card-attempt.ts';

const succeeded = { kind: 'succeeded', transactionId: 'pi_1' } as const;
const processing = { kind: 'processing', transactionId: 'pi_1' } as const;

test.each([0, 408, 429, 500, 502, 503])('status %i from our server leaves the payment undecided', (status) => {
  const error = new ApiError({ message: status === 0 ? unreachable : 'Later.', status });
  expect(recordedFrom(error)).toEqual({ kind: 'unanswered' });
});

test.each([400, 404, 409])('status %i is a refusal with a message', (status) => {
  expect(recordedFrom(new ApiError({ message: 'The card was declined.', status, code: 'NOT_SUCCEEDED' }))).toEqual({
    kind: 'refused',
    code: 'NOT_SUCCEEDED',
    message: 'The card was declined.',
  });
});

it('prepares a payment again by itself only while our server does not answer, at most three times', () => {
  const lost = new ApiError({ message: unreachable, status: 0 });
  expect([0, 1, 2, 3].map((failures) => preparesAgain(failures, lost))).toEqual([true, true, true, false]);
  for (const status of [409, 500, 503]) {
    const answer = new ORPCError('PROVIDER_DOWN', { status, data: { code: 'PROVIDER_DOWN' } });
    expect(preparesAgain(0, answer)).toBe(false);
  }
  // A proxy's answer while our server restarts.
  for (const status of [502, 504]) expect(preparesAgain(0, new ORPCError('UNKNOWN', { status, data: {} }))).toBe(true);
});

it('asks about a payment under way less and less often', () => {
  expect([0, 1, 5].map((answers) => Math.round(askAgainIn(answers)))).toEqual([2000, 2400, 4977]);
  expect(askAgainIn(500)).toBe(60_000);
});

it('waits, and does not offer to pay again, if the card was charged but our server did not answer', () => {
  expect(paymentAfter(succeeded, { kind: 'unanswered' })).toEqual({
    kind: 'waiting',
    transactionId: 'pi_1',
    isRecorded: false,
  });
});

it('offers the form again only if the provider has decided and the clinic refused the payment', () => {
  const refused = { kind: 'refused', code: 'NOT_SUCCEEDED', message: 'Declined.' } as const;
  expect(paymentAfter(succeeded, refused)).toEqual({ kind: 'idle', message: 'Declined.' });
  expect(paymentAfter(processing, refused)).toEqual({ kind: 'waiting', transactionId: 'pi_1', isRecorded: true });
});

it('ends once the clinic has recorded the payment', () => {
  expect(paymentAfter(succeeded, { kind: 'recorded' })).toEqual({ kind: 'done', transactionId: 'pi_1' });
  expect(paymentAfter(processing, { kind: 'recorded' })).toEqual({ kind: 'done', transactionId: 'pi_1' });
});

it('on return from the bank, says that the bank declined only if it did', () => {
  const refused = (code: string) => ({ kind: 'refused', code, message: 'The clinic says why.' }) as const;
  const after = (code: string) => paymentAfterReturn('pi_1', refused(code));
  expect(after('NOT_SUCCEEDED')).toEqual({
    kind: 'idle',
    message: expect.stringMatching(/^Your bank did not confirm/),
  });
  expect(after('REFUNDED')).toEqual({ kind: 'idle', message: 'The clinic says why.' });
});
