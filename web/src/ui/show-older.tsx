import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** The button that loads more of a list; nothing at its end. */
export function ShowOlder({ pages, children }: { pages: Pages; children: ReactNode }) {
  if (!pages.hasNextPage) return null;
  return (
    <Button variant="quiet" className="mt-6" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {children}
    </Button>
  );
}
