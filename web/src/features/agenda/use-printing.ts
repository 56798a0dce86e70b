import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed, so that it can show what fits on paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting);
}

let printing = false;

function isPrinting(): boolean {
  return printing || matchMedia('print').matches;
}

function subscribe(onChange: () => void): () => void {
  const paper = matchMedia('print');
  // The browser takes the page as it is when this handler returns.
  const begin = (): void => {
    printing = true;
    flushSync(onChange);
  };
  const end = (): void => {
    printing = false;
    onChange();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  paper.addEventListener('change', onChange);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    paper.removeEventListener('change', onChange);
  };
}
