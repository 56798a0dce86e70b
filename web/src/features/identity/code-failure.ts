import { ApiError } from '../../api/http.ts';

const startAgain = 'Your sign-in took too long, or there were too many wrong codes. Please log in again.';

const sentences: Readonly<Record<string, string>> = {
  INVALID_CODE: 'This code is wrong. Enter the one that your app shows now.',
  INVALID_BACKUP_CODE: 'This recovery code is wrong, or it was used before.',
  INVALID_PASSWORD: 'That is not your password.',
  INVALID_TWO_FACTOR_COOKIE: startAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: startAgain,
  TOTP_NOT_ENABLED: startAgain,
  BACKUP_CODES_NOT_ENABLED: startAgain,
  PASSKEY_NOT_FOUND: 'This passkey does not belong to an account here. It may have been removed.',
  AUTHENTICATION_FAILED: 'This passkey could not be checked. Please try again.',
  CHALLENGE_NOT_FOUND: 'That took too long. Please try again.',
};

/**
 * The answer of a call that checks a code, passkey or password. If the call is refused, throws an error with a message
 * for the person.
 *
 * @param own messages of this call, by error code
 */
export async function explained<Answer>(
  call: Promise<Answer>,
  own: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, status, message } = error;
    const known: Readonly<Record<string, string>> = { ...sentences, ...own };
    const sentence = code !== undefined && Object.hasOwn(known, code) ? known[code] : undefined;
    throw new ApiError({ message: sentence ?? message, status, code });
  }
}
