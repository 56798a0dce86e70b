import { type ComponentType, useState } from 'react';
import type { DialogProps } from './dialog.tsx';
import { OpeningDialog } from './opening-dialog.tsx';

const loadDialog = async () => (await import('./dialog.tsx')).Dialog;

/** The Dialog, which loads when it first opens. For a dialog that loads together with its page. */
export const LazyDialog = lazyDialog(loadDialog);

/**
 * A dialog that loads when it first opens, with what every dialog needs, or a little before with `preload`. Until then
 * there is an `OpeningDialog`. Keep it mounted, and open and close it with `open`.
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
    if (isUsed && Loaded) return <Loaded {...props} />;
    return props.open && <OpeningDialog load={loadAll} onLoaded={() => setIsLoaded(true)} onClose={props.onClose} />;
  }
  const preload = (): void => void loadAll().catch(() => undefined);
  return Object.assign(Lazy, { preload });
}
