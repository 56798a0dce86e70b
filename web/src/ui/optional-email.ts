/** Checks an optional email field roughly. The server validates the address. */
export function optionalEmail(email: string): string | undefined {
  const typed = email.trim();
  return typed === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? undefined : 'That is not an email address.';
}
