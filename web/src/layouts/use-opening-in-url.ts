import { useCallback, useEffect, useState } from 'react';
import { useDialogInUrl } from './use-dialog-in-url.ts';

/** A dialog about an item. Each opening has a new number, so that it starts fresh: give it to the dialog as its `key`. */
type Opening<Name, Item> = {
  number: number;
  name: Name;
  /** As it was when the dialog opened. */
  item: Item;
  isOpen: boolean;
  finalFocus: { current: HTMLElement | null };
};

/**
 * Dialogs about an item, one open at a time, that follow the URL (`?move=ID`): they survive a reload, and the browser's
 * Back button closes them. Keep the last opening rendered, so that a late result finds its dialog. The functions are
 * stable.
 *
 * @param names of the dialogs, as in the URL; a constant
 * @param find the item; undefined while it is not known, null if this dialog does not apply to it
 */
export function useOpeningInUrl<Name extends string, Item>(
  names: readonly Name[],
  find: (name: Name, id: string) => Item | null | undefined,
): {
  opening: Opening<Name, Item> | undefined;
  open: (name: Name, id: string) => void;
  close: () => void;
  /** Closes it after a success. The focus goes to the page's heading, because the button that opened it may be gone. */
  finish: (done: Opening<Name, Item>) => void;
} {
  const dialog = useDialogInUrl(names);
  const [opening, setOpening] = useState<Opening<Name, Item>>();
  const name = names.find((one) => dialog.parameters.has(one));
  const id = name && dialog.parameters.get(name);
  const isClosed = !opening?.isOpen;
  const item = name && id && isClosed ? find(name, id) : undefined;
  if (name && item)
    setOpening({ number: (opening?.number ?? 0) + 1, name, item, isOpen: true, finalFocus: { current: null } });
  if (!name && !isClosed) setOpening({ ...opening, isOpen: false });
  const { open: openInUrl, close } = dialog;
  // An old link, or Forward to a change that was made.
  const isOutdated = item === null;
  useEffect(() => {
    if (isOutdated) close();
  }, [isOutdated, close]);
  const open = useCallback((wanted: Name, of: string): void => openInUrl({ [wanted]: of }), [openInUrl]);
  const finish = useCallback(
    (done: Opening<Name, Item>): void => {
      // The answer may arrive when it was closed and another is open.
      if (!done.isOpen) return;
      done.finalFocus.current = document.querySelector<HTMLElement>('main h1');
      close();
    },
    [close],
  );
  return { opening, open, close, finish };
}
