/** Delayed actions. They do not keep the process running, and none runs after `stop`. */
export interface Timers {
  after(delayMs: number, act: () => void): void;
  stop(): void;
}

export function createTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>();
  return {
    after: (delayMs, act) => {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        act();
      }, delayMs);
      timer.unref();
      waiting.add(timer);
    },
    stop: () => {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
