import { describe, expect, it } from 'vitest';
import { ApiError, unreachable } from '../../api/http.ts';
import { readRegistrationTrouble } from './registration-trouble.ts';

const answered = (status: number, data: object) => Object.assign(new Error('A sentence.'), { status, data, ...data });

describe('why a doctor could not be registered', () => {
  it('is said at the field that it is about', () => {
    expect(readRegistrationTrouble(answered(409, { code: 'EMAIL_TAKEN' }))).toEqual({
      atFields: [{ field: 'email', message: 'A sentence.' }],
      message: undefined,
      isFinal: true,
    });
    const issues = [
      { path: 'password', message: 'Password is required' },
      { path: 'role', message: 'What?' },
      'nothing',
    ];
    expect(readRegistrationTrouble(answered(400, { issues })).atFields).toEqual([
      { field: 'password', message: 'Password is required' },
    ]);
  });

  it('is said under the form when it is about none', () => {
    expect(readRegistrationTrouble(answered(409, { code: 'PROFILE_REFUSED' }))).toMatchObject({
      atFields: [],
      message: 'A sentence.',
    });
  });

  it('without an answer leaves open whether it was done', () => {
    const lost = new ApiError({ message: unreachable, status: 0 });
    expect(readRegistrationTrouble(lost)).toEqual({ atFields: [], message: unreachable, isFinal: false });
    expect(readRegistrationTrouble(new TypeError('x')).message).toBe(unreachable);
  });
});
