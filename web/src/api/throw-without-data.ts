interface Asked {
  state: { data: unknown };
}

/**
 * For a query without which its page is empty: a failure shows the error page (`throwOnError`), unless the cache has
 * an earlier answer.
 */
export function throwWithoutData(_error: Error, { state }: Asked): boolean {
  return state.data === undefined;
}
