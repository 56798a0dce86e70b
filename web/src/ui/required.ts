import type { Rule } from './use-form.ts';

/** A rule for required fields. */
export function required(message: string): Rule {
  return (value) => (value === '' ? message : undefined);
}

/** The same for a field in which spaces alone count as nothing. */
export function notBlank(message: string): Rule {
  return (value) => (value.trim() === '' ? message : undefined);
}

/** For a field for an email address that may be empty. The server decides whether there is such an address. */
export function optionalEmail(email: string): string | undefined {
  const typed = email.trim();
  return typed === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? undefined : 'That is not an email address.';
}
