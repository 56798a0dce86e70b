/** The code of a failed system call or statement, like `ENOENT` or `40P01`; undefined for any other failure. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
