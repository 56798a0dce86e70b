/** For a field for an email address that may be empty. The server decides whether there is such an address. */
export function optionalEmail(email: string): string | undefined {
  const typed = email.trim();
  return typed === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? undefined : 'That is not an email address.';
}
