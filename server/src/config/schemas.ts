import * as z from 'zod';

export const onOff = z.enum(['on', 'off'], { error: 'must be on or off' });

export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error })
    .transform(Number)
    .pipe(z.number().min(least, { error }).max(most, { error }));
}

export const port = wholeNumber(0, 65_535);

/** After a # in a password, the rest would be lost, and what is before it could name another server. */
export const hasNoFragment = (url: string): boolean => !url.includes('#');

/** Without a trailing slash. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://clinic.example' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Of a whole host: the pages and calls have fixed paths. In the form that browsers send as `Origin`. */
export const origin = httpUrl
  .refine((url) => /^https?:\/\/[^/?#@]+$/i.test(url), 'must be an address without a path, like https://clinic.example')
  .transform((url) => new URL(url).origin);

/** Over https, or on this machine, so nobody can change the answers on their way. */
export const identityUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
  .refine((url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url), 'must begin with https://');
