import { startTransition, useEffect, useState } from 'react';

const columnsAtOnce = 6;

/** How many columns have their items: more in each turn, so that no turn takes long. */
export function useColumnsInTurn(count: number): number {
  const [shown, setShown] = useState(columnsAtOnce);
  useEffect(() => {
    if (shown >= count) return;
    const timer = window.setTimeout(() => startTransition(() => setShown((before) => before + columnsAtOnce)));
    return () => window.clearTimeout(timer);
  }, [shown, count]);
  return shown;
}
