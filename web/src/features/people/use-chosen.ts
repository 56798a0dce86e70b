import { useRef, useState } from 'react';

/**
 * The row that a dialog was opened for. It stays known while the dialog fades, and each opening has a key of its own,
 * so that the dialog begins afresh.
 */
export function useChosen<Row>() {
  const [chosen, setChosen] = useState<{ row: Row; open: boolean; opening: number }>();
  const landing = useRef<HTMLElement>(null);
  return {
    chosen,
    open: (row: Row): void => {
      landing.current = null;
      setChosen({ row, open: true, opening: (chosen?.opening ?? 0) + 1 });
    },
    close: (): void => setChosen((current) => current && { ...current, open: false }),
    /** Closes it where the row, and the button in it, is about to go: the page's heading takes the focus. */
    closeAfterDeletion: (): void => {
      landing.current = document.querySelector<HTMLElement>('main h1');
      setChosen((current) => current && { ...current, open: false });
    },
    landing,
  };
}
