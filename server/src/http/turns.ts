/** Limits how many tasks run at once and how many wait. */
export interface Turns {
  /** Waits for a turn, first come, first served. Returns a function to end it, or `undefined` if too many wait. */
  take(): Promise<(() => void) | undefined>;
}

export function createTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];

  const end = () => {
    const next = waiting.shift();
    // The next in line takes over this turn.
    if (next) next();
    else running -= 1;
  };
  return {
    async take() {
      if (running < atOnce) running += 1;
      else if (waiting.length < maxWaiting) await new Promise<void>((go) => waiting.push(go));
      else return undefined;
      return end;
    },
  };
}
