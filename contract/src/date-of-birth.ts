/** 'YYYY-MM-DD'. */
export const EARLIEST_BIRTH = '1900-01-01';

/**
 * What is wrong with a date of birth, as a sentence, or `undefined`. Pure.
 *
 * @param dateOfBirth 'YYYY-MM-DD', or '' for none
 * @param today the clinic's, 'YYYY-MM-DD'
 */
export function birthFault(dateOfBirth: string, today: string): string | undefined {
  if (dateOfBirth === '') return undefined;
  if (dateOfBirth > today) return 'The date of birth lies in the future.';
  // Who types two digits of the year gets the year 62.
  return dateOfBirth < EARLIEST_BIRTH ? 'Please check the year: it is before 1900.' : undefined;
}
