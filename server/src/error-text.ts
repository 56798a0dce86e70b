/** The text of a failure, for the end of a message. */
export function errorText(error: unknown): string {
  // Node tries every address of a host and reports the failures together, with an empty message.
  if (error instanceof AggregateError) return error.errors.map(errorText).join(', ');
  return error instanceof Error ? error.message : String(error);
}
