import { describe, expect, it } from 'vitest';
import { ApiError, unreachable } from '../../api/http.ts';
import { readRegistrationTrouble } from './registration-trouble.ts';

const answered = (status: number, data: object) => Object.assign(new Error('A sentence.'), { status, data, ...data });

describe('why a doctor could not be registered', () => {
  it('is shown at the field that it concerns', () => {
    expect(readRegistrationTrouble(answered(409, { code: 'EMAIL_TAKEN' }))).toEqual({
      atFields: [{ field: 'email', message: 'A sentence.' }],
    });
    expect(readRegistrationTrouble(answered(409, { code: 'PASSWORD_REFUSED' })).atFields).toEqual([
      { field: 'password', message: 'A sentence.' },
    ]);
    const issues = [
      { path: 'password', message: 'Password is required' },
      { path: 'role', message: 'What?' },
      'nothing',
    ];
    expect(readRegistrationTrouble(answered(400, { issues })).atFields).toEqual([
      { field: 'password', message: 'Password is required' },
    ]);
  });

  it('is shown under the form if it concerns no field', () => {
    expect(readRegistrationTrouble(answered(409, { code: 'PROFILE_REFUSED' }))).toMatchObject({
      atFields: [],
      message: 'A sentence.',
    });
  });

  it('is unknown without an answer', () => {
    const lost = new ApiError({ message: unreachable, status: 0 });
    const message = `${unreachable} What you typed is still here.`;
    expect(readRegistrationTrouble(lost)).toEqual({ atFields: [], message });
    expect(readRegistrationTrouble(new TypeError('x')).message).toBe(message);
  });
});
