let made = 0;

/** A key for something on the screen that the server does not know yet. */
export function newKey(): string {
  made += 1;
  return `new-${made}`;
}
