import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import type { DialogProps } from './dialog.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { reloadOnce } from './stale-script.ts';
import { toast } from './toast.ts';

const reloadMillis = 5000;

/** What somebody wanted to open cannot be loaded. The page stays. */
export function sayNotOpened(): void {
  toast.error('This could not be opened. Check your connection and try again.');
}

const loadDialog = async () => (await import('./dialog.tsx')).Dialog;

/** The Dialog, which loads when it first opens. For a dialog that loads together with its page. */
export const LazyDialog = lazyDialog(loadDialog);

/**
 * A dialog that loads when it first opens, with what every dialog needs, or a little before with `preload`. Until then
 * there is a progress bar. If it cannot be loaded, it closes, a message says so, and the page stays. Keep it mounted, and
 * open and close it with `open`.
 */
export function lazyDialog<Props extends Pick<DialogProps, 'open' | 'onClose'>>(
  load: () => Promise<ComponentType<Props>>,
) {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const loadAll = (): Promise<void> => {
    loading ??= Promise.all([load(), loadDialog()]).then(
      ([component]) => {
        Loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Lazy(props: Props) {
    const [isUsed, setIsUsed] = useState(props.open);
    if (props.open && !isUsed) setIsUsed(true);
    const [, setIsLoaded] = useState(false);
    const close = useEffectEvent(() => props.onClose());
    const isMissing = props.open && !Loaded;
    useEffect(() => {
      if (!isMissing) return;
      let isClosed = false;
      const fail = async (): Promise<void> => {
        // A release may have removed the script. A dialog in the URL opens again.
        const reloads = await reloadOnce(() => !isClosed);
        // The browser may ask whether to leave the page, and the reader may stay.
        if (reloads) await new Promise((resolve) => window.setTimeout(resolve, reloadMillis));
        if (isClosed) return;
        close();
        sayNotOpened();
      };
      void loadAll().then(() => {
        if (!isClosed) setIsLoaded(true);
      }, fail);
      return () => {
        isClosed = true;
      };
    }, [isMissing]);
    if (isUsed && Loaded) return <Loaded {...props} />;
    return isMissing ? <ProgressBar /> : null;
  }
  const preload = (): void => void loadAll().catch(() => undefined);
  return Object.assign(Lazy, { preload });
}
