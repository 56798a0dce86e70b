/** The text of a failure, for the end of a message. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
