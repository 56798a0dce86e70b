import { type ComponentType, useEffect, useState } from 'react';
import { whenToasterIsWanted } from './toast.ts';

const idleMillis = 4000;
const againMillis = 3000;

/**
 * Loads the Toaster at the first toast, or when the browser is idle. If it cannot be loaded, for example offline,
 * messages wait and the page is unaffected.
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
