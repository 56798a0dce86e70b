import { type RefObject, useRef, useState } from 'react';

/**
 * The row of an open dialog. It is kept while the dialog fades out, and each opening gets a new key, so the dialog
 * starts fresh.
 *
 * @param heading of the part of the page that has the rows; the page's if there is none
 */
export function useChosen<Row>(heading?: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState<{ row: Row; open: boolean; opening: number }>();
  const landing = useRef<HTMLElement>(null);
  return {
    chosen,
    open: (row: Row): void => {
      landing.current = null;
      setChosen({ row, open: true, opening: (chosen?.opening ?? 0) + 1 });
    },
    close: (): void => setChosen((current) => current && { ...current, open: false }),
    /** Closes the dialog and focuses the heading, because the button that opened it will disappear. */
    closeAtHeading: (): void => {
      landing.current = heading?.current ?? document.querySelector<HTMLElement>('main h1');
      setChosen((current) => current && { ...current, open: false });
    },
    landing,
  };
}
