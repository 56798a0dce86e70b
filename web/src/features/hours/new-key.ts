let made = 0;

/** A React key for an item of a draft. It is unique in this document and is not sent to the server. */
export function newKey(): string {
  made += 1;
  return `new-${made}`;
}
