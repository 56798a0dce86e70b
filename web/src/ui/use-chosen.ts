import { createElement, Fragment, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import type { DialogProps } from './dialog.tsx';

/**
 * The row of an open dialog. It is kept while the dialog fades out, and each opening gets a new key, so the dialog
 * starts fresh. A late answer of a closed dialog does not close the next one.
 *
 * @param heading of the part of the page that has the rows; the page's if there is none
 */
export function useChosen<Row>(heading?: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState<{ row: Row; open: boolean; opening: number }>();
  const landing = useRef<HTMLElement>(null);
  const last = useRef(0);
  const isLast = (): boolean => chosen?.opening === last.current;
  const close = (): void => {
    if (isLast()) setChosen((current) => current && { ...current, open: false });
  };
  const landAtHeading = (): void => {
    if (isLast()) landing.current = heading?.current ?? document.querySelector<HTMLElement>('main h1');
  };
  const open = useCallback((row: Row): void => {
    landing.current = null;
    last.current += 1;
    setChosen({ row, open: true, opening: last.current });
  }, []);
  return {
    chosen,
    /** Stable. */
    open,
    close,
    /** Closes the dialog and focuses the heading, because the button that opened it will disappear. */
    closeAtHeading: (): void => {
      landAtHeading();
      close();
    },
    /** Focuses the heading when the dialog closes later. */
    landAtHeading,
    landing,
  };
}

/** The props that `ChosenDialog` passes to the dialog of a row. `finalFocus`: where the focus goes when it closes. */
export type RowDialogProps = Required<Pick<DialogProps, 'open' | 'onClose' | 'finalFocus'>>;

/** Renders the dialog for the chosen row of `useChosen`. Each opening has a new key, so the dialog starts with fresh state. */
export function ChosenDialog<Row>({
  of: { chosen, close, landing },
  children,
}: {
  of: Pick<ReturnType<typeof useChosen<Row>>, 'chosen' | 'close' | 'landing'>;
  children: (row: Row, dialog: RowDialogProps) => ReactNode;
}) {
  if (!chosen) return null;
  const dialog = { open: chosen.open, onClose: close, finalFocus: landing };
  return createElement(Fragment, { key: chosen.opening }, children(chosen.row, dialog));
}
