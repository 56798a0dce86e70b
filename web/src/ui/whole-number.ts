import type { Rule } from './use-form.ts';

type Bound = readonly [value: number, message: string];

/** A rule for text fields with a whole number. */
export function wholeNumber([least, tooLow]: Bound, [most, tooHigh]: Bound): Rule {
  return (text) => {
    if (!/^-?\d+$/.test(text.trim())) return 'Enter a whole number.';
    const number = Number(text);
    if (number < least) return tooLow;
    return number > most ? tooHigh : undefined;
  };
}
