import { call } from '@openhours/contract/call.ts';
import { implement, call as make } from '@orpc/server';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { type Refused, refusedError } from './refused.ts';

const contract = call.errors({
  TOO_LATE: { status: 409, message: 'It is too late.' },
  CHANGED: { status: 409, message: 'It has changed.', data: z.object({ version: z.number() }) },
});

it('is the error of the contract, with the message and the data of the refusal if it has some', async () => {
  const procedure = implement(contract).handler(({ errors }) => {
    const tooLate: Refused<'TOO_LATE', { message?: string }> = { kind: 'refused', code: 'TOO_LATE' };
    expect(refusedError(tooLate, errors)).toMatchObject({ code: 'TOO_LATE', status: 409, message: 'It is too late.' });
    expect(refusedError({ ...tooLate, message: 'Too late.' }, errors)).toMatchObject({ message: 'Too late.' });
    const changed = { kind: 'refused', code: 'CHANGED', data: { version: 2 } } as const;
    expect(refusedError(changed, errors)).toMatchObject({ message: 'It has changed.', data: { version: 2 } });
    // @ts-expect-error The call does not declare this code.
    refusedError({ kind: 'refused', code: 'NOT_FOUND' }, errors);
    // @ts-expect-error The contract asks for data.
    refusedError({ kind: 'refused', code: 'CHANGED' }, errors);
    // @ts-expect-error The contract asks for other data.
    refusedError({ kind: 'refused', code: 'CHANGED', data: { version: 'two' } }, errors);
    return 'compared';
  });
  expect(await make(procedure, undefined)).toBe('compared');
});
