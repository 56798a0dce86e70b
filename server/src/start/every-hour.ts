import type { Logger } from 'pino';

const HOUR_MILLIS = 3_600_000;

/** Runs each task every hour. A task that fails is logged and runs again an hour later. */
export function everyHour(log: Logger, tasks: Readonly<Record<string, () => Promise<unknown>>>): { stop(): void } {
  const timer = setInterval(() => {
    for (const [what, task] of Object.entries(tasks)) {
      task().catch((error: unknown) => log.warn({ err: error }, `an hourly task failed: ${what}`));
    }
  }, HOUR_MILLIS).unref();
  return { stop: () => clearInterval(timer) };
}
