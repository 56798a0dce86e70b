/**
 * Does work that starts servers and makes folders, and stops and deletes these at its end: also after a signal, and after an
 * error in something that nobody awaits. The process then ends with 1; a second signal has no effect.
 *
 * @param work gets the stack for what it starts, and a signal that is aborted when it is to end early
 * @param beforeStop what to wait for after a signal, before anything is stopped
 */
export async function cleaningUp(
  work: (cleanUp: AsyncDisposableStack, interruption: AbortSignal) => Promise<void>,
  { beforeStop }: { beforeStop?: (signal: NodeJS.Signals) => Promise<unknown> } = {},
): Promise<void> {
  const cleanUp = new AsyncDisposableStack();
  const interruption = new AbortController();
  let stopping: Promise<void> | undefined;
  const stop = (before?: () => Promise<unknown> | undefined): void => {
    stopping ??= (async () => {
      interruption.abort();
      try {
        await before?.();
        await cleanUp.disposeAsync();
      } finally {
        process.exit(1);
      }
    })();
  };
  const onSignal = (signal: NodeJS.Signals) => stop(() => beforeStop?.(signal));
  const onError = (error: unknown): void => {
    if (!stopping) console.error(error);
    stop();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('uncaughtException', onError);
  try {
    await work(cleanUp, interruption.signal);
  } catch (error) {
    // Work fails when what it uses is stopped.
    if (!stopping) throw error;
  } finally {
    await (stopping ?? cleanUp.disposeAsync());
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('uncaughtException', onError);
  }
}
