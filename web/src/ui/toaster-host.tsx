import { type ComponentType, useEffect, useState } from 'react';
import { PlainToaster } from './plain-toaster.tsx';
import { whenToasterIsWanted } from './toast.ts';

const idleMillis = 4000;

/**
 * Loads the Toaster at the first toast, or when the browser is idle. If it cannot be loaded, for example offline, a plain
 * one takes its place until the page is loaded again: the browser does not ask again for a script that failed.
 */
export function ToasterHost() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    let isLoading = false;
    const load = (): void => {
      if (isLoading) return;
      isLoading = true;
      import('./toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => setToaster(() => PlainToaster),
      );
    };
    const stop = whenToasterIsWanted(load);
    const timer = window.setTimeout(load, idleMillis);
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
  return Toaster ? <Toaster /> : null;
}
