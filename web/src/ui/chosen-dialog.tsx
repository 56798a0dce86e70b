import { Fragment, type ReactNode } from 'react';
import type { DialogProps } from './dialog.tsx';
import type { useChosen } from './use-chosen.ts';

/** What a dialog needs to be opened, closed, and left. */
export type OpeningProps = Required<Pick<DialogProps, 'open' | 'onClose' | 'finalFocus'>>;

/** Renders the dialog about a row of `useChosen`, anew for each opening. */
export function ChosenDialog<Row>({
  of: { chosen, close, landing },
  children,
}: {
  of: Pick<ReturnType<typeof useChosen<Row>>, 'chosen' | 'close' | 'landing'>;
  children: (row: Row, opening: OpeningProps) => ReactNode;
}) {
  if (!chosen) return null;
  const opening = { open: chosen.open, onClose: close, finalFocus: landing };
  return <Fragment key={chosen.opening}>{children(chosen.row, opening)}</Fragment>;
}
