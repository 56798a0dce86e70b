import { contract } from '@openhours/contract';
import { ORPCError, validateORPCError } from '@orpc/contract';
import { describe, expect, it } from 'vitest';
import { failureBody } from '../../call/problems.ts';
import { declaredError } from './refusal-error.ts';
import type { Refusal } from './rules.ts';

const ID = '01890000-0000-7000-8000-000000000000';
const near = {
  optionId: ID,
  treatment: 'Cardiology',
  doctorName: 'Ada Byron',
  appointmentDate: 'Jan 8, 2024',
  slot: '09:00 AM - 09:30 AM',
  price: 49.5,
  currency: 'USD',
};
const nearest = [near];

/** A refusal of each kind, and the fields that its answer has besides code and message. */
const REFUSALS: { readonly [Code in Refusal['code']]: readonly [Refusal & { readonly code: Code }, object] } = {
  SLOT_TAKEN: [{ code: 'SLOT_TAKEN', nearMinute: 540 }, { nearest }],
  SLOT_NOT_OFFERED: [{ code: 'SLOT_NOT_OFFERED', nearMinute: undefined }, { nearest }],
  SLOT_PAST: [{ code: 'SLOT_PAST', nearMinute: 540 }, { nearest }],
  TOO_SHORT_NOTICE: [{ code: 'TOO_SHORT_NOTICE', nearMinute: 540, leastNoticeMinutes: 60 }, { nearest }],
  BEYOND_HORIZON: [{ code: 'BEYOND_HORIZON', lastDate: '2024-03-01' }, {}],
  TREATMENT_UNKNOWN: [{ code: 'TREATMENT_UNKNOWN' }, {}],
  PERSON_UNKNOWN: [{ code: 'PERSON_UNKNOWN' }, {}],
  PRICE_CHANGED: [
    { code: 'PRICE_CHANGED', price: { minor: 4950, currency: 'USD' } },
    { price: 49.5, currency: 'USD' },
  ],
  NOT_YOU: [{ code: 'NOT_YOU', what: 'name' }, {}],
  EMAIL_UNCONFIRMED: [{ code: 'EMAIL_UNCONFIRMED', email: 'pat@example.org' }, {}],
  ALREADY_BOOKED: [{ code: 'ALREADY_BOOKED', bookingId: ID }, { bookingId: ID }],
  ELSEWHERE: [{ code: 'ELSEWHERE' }, {}],
  PHONE_INVALID: [{ code: 'PHONE_INVALID', sentence: 'No.' }, {}],
  TOO_MANY_UNPAID: [{ code: 'TOO_MANY_UNPAID', limit: 3, isFree: false }, {}],
};

const { appointments, booking, holds, visit, waitingList } = contract;
const calls = {
  'POST /bookings': booking.book,
  'POST /bookings/{id}/move': booking.move,
  'POST /visit/move': visit.move,
  'POST /holds': holds.hold,
  'POST /appointments': appointments.book,
  'POST /waiting-list/offers/{id}/accept': waitingList.accept,
  'POST /waiting-list/offers/{id}/accept-for-patient': waitingList.acceptForPatient,
  'POST /waiting-list/entries/{id}/offers': waitingList.offer,
};

describe.each(Object.entries(calls))('%s', (_name, call) => {
  const errors = call['~orpc'].errorMap;

  it.each(Object.values(REFUSALS).filter(([{ code }]) => code in errors))(
    'answers the refusal %o as the contract declares it',
    async (refusal, fields) => {
      const error = declaredError(refusal, { errors, message: 'No.', nearest });
      if (!(error instanceof ORPCError)) throw error;
      const answer = await validateORPCError(errors, error);
      expect(answer).toMatchObject({ defined: true, status: 409 });
      expect(failureBody(answer)).toEqual({ acknowledged: false, code: refusal.code, message: 'No.', ...fields });
    },
  );

  it.each(Object.values(REFUSALS).filter(([{ code }]) => !(code in errors)))(
    'takes the refusal %o, which it does not declare, for a bug',
    (refusal) => {
      expect(declaredError(refusal, { errors, message: 'No.', nearest })).not.toBeInstanceOf(ORPCError);
    },
  );
});

it('booking can be refused for every reason there is', () => {
  expect(Object.keys(booking.book['~orpc'].errorMap)).toEqual(expect.arrayContaining(Object.keys(REFUSALS)));
});
