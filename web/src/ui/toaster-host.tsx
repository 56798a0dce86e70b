import { type ComponentType, useEffect, useState } from 'react';
import { whenToasterIsWanted } from './toast.ts';

const idleMillis = 4000;
const againMillis = 3000;

/**
 * Keeps the place of the Toaster and fetches it when the first toast is said, or when the browser is idle. Where it
 * cannot be fetched, without a network for one, what was said waits until it can be, and the page stays as it is.
 */
export function ToasterHost() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    let timer: number | undefined;
    let isLoading = false;
    const load = (): void => {
      window.clearTimeout(timer);
      if (isLoading) return;
      isLoading = true;
      import('./toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => {
          isLoading = false;
          timer = window.setTimeout(load, againMillis);
        },
      );
    };
    const stop = whenToasterIsWanted(load);
    timer = window.setTimeout(load, idleMillis);
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
  return Toaster ? <Toaster /> : null;
}
