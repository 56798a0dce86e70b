import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './dialog.tsx';

const load = () => import('./dialog.tsx');
const Loaded = lazy(() => load().then(({ Dialog }) => ({ default: Dialog })));

/** The Dialog, fetched when it first opens. Keep it mounted and give it `open`, so that it closes with grace. */
export function LazyDialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  return used ? (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  ) : null;
}

/** Fetches the dialog ahead of its first use, e.g. when a pointer comes near the button that opens it. */
export function preloadDialog(): void {
  void load().catch(() => undefined);
}
