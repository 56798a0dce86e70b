import { createElement, Fragment, type ReactNode, useCallback, useRef, useState } from 'react';
import type { DialogProps } from './dialog.tsx';

/**
 * The row of an open dialog. It is kept while the dialog fades out, and each opening gets a new key, so the dialog
 * starts fresh. A late answer of a closed dialog does not close the next one.
 */
export function useChosen<Row>() {
  const [chosen, setChosen] = useState<{ row: Row; open: boolean; opening: number }>();
  const last = useRef(0);
  const close = (): void => {
    if (chosen?.opening === last.current) setChosen((current) => current && { ...current, open: false });
  };
  const open = useCallback((row: Row): void => {
    last.current += 1;
    setChosen({ row, open: true, opening: last.current });
  }, []);
  return {
    chosen,
    /** Stable. */
    open,
    close,
  };
}

/** The props of the dialog of a row. `ChosenDialog` passes the first two. */
export type RowDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'finalFocus'>;

/** Renders the dialog for the chosen row of `useChosen`. Each opening has a new key, so the dialog starts with fresh state. */
export function ChosenDialog<Row>({
  of: { chosen, close },
  children,
}: {
  of: Pick<ReturnType<typeof useChosen<Row>>, 'chosen' | 'close'>;
  children: (row: Row, dialog: RowDialogProps) => ReactNode;
}) {
  if (!chosen) return null;
  const dialog = { open: chosen.open, onClose: close };
  return createElement(Fragment, { key: chosen.opening }, children(chosen.row, dialog));
}
