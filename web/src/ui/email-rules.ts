/** Checks an optional email field roughly. The server validates the address. */
export function optionalEmail(email: string): string | undefined {
  const typed = email.trim();
  return typed === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? undefined : 'That is not an email address.';
}

/** The same for a field that must not be empty. */
export function requiredEmail(email: string): string | undefined {
  return email.trim() === '' ? 'Email is Required' : optionalEmail(email);
}
