import { MIN_PASSWORD_LENGTH, passwordFault, signUpPasswordMessages } from '@openhours/contract/password-rule.ts';

/** Rules for a password that somebody chooses, in the words of the sign-up page. The server keeps the same ones. */
export const newPasswordRules = {
  validate: (password: string): true | string => {
    const fault = passwordFault(password);
    return fault === undefined || signUpPasswordMessages[fault];
  },
};

/** Rules for a password that somebody already has, in the words of the login page. */
export const knownPasswordRules = {
  required: 'Password is required',
  minLength: { value: MIN_PASSWORD_LENGTH, message: 'Password must be 6 characters or longer' },
};
