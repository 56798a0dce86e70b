/** The code in the last address of the set-up that a node printed. */
export function setupCode(output: string): string | undefined {
  return [...output.matchAll(/\/setup#code=(\S+)/g)].at(-1)?.[1];
}
