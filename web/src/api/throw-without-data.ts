interface Asked {
  state: { data: unknown };
}

/**
 * For a query without which its page has nothing to show: a failure goes to the error page around it
 * (`throwOnError`). With an earlier answer at hand the page stays.
 */
export function throwWithoutData(_error: Error, { state }: Asked): boolean {
  return state.data === undefined;
}
