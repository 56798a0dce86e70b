import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ProgressBar } from './progress-bar.tsx';

const loadDialog = async () => (await import('./dialog.tsx')).Dialog;

/** The Dialog, which loads when it first opens. For a dialog that loads together with its page. */
export const LazyDialog = lazyDialog(loadDialog);

/**
 * A dialog that loads when it first opens, with what every dialog needs, or a little before with `preload`. Until then
 * there is a progress bar. Keep it mounted and give it `open`: only then does it know when it closes.
 */
export function lazyDialog<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const loadAll = async (): Promise<ComponentType<Props>> => (await Promise.all([load(), loadDialog()]))[0];
  const Loaded = lazy(async () => ({ default: await loadAll() }));
  function Lazy(props: Props) {
    const [isUsed, setIsUsed] = useState(props.open);
    if (props.open && !isUsed) setIsUsed(true);
    return isUsed ? (
      <Suspense fallback={<ProgressBar />}>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  }
  let loading: Promise<unknown> | undefined;
  const preload = (): void => {
    loading ??= loadAll().catch(() => {
      loading = undefined;
    });
  };
  return Object.assign(Lazy, { preload });
}
