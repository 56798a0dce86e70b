import { lazy, Suspense, useEffect, useState } from 'react';
import { whenToasterIsWanted } from './toast.ts';

const LazyToaster = lazy(() => import('./toaster.tsx').then(({ Toaster }) => ({ default: Toaster })));

/** Keeps the place of the Toaster and fetches it when the first toast is said, or when the browser is idle. */
export function ToasterHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const stop = whenToasterIsWanted(() => setWanted(true));
    const idle = window.setTimeout(() => setWanted(true), 4000);
    return () => {
      stop();
      window.clearTimeout(idle);
    };
  }, []);
  return wanted ? (
    <Suspense>
      <LazyToaster />
    </Suspense>
  ) : null;
}
