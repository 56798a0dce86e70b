/** The code of a failed system call, like `ENOENT`; undefined for any other failure. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The text of a failure, for the end of a message. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
