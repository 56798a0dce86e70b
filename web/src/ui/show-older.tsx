import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** The button that loads more of a list; nothing at its end. */
export function ShowOlder({
  pages,
  variant = 'quiet',
  className = 'mt-6',
  children,
}: {
  pages: Pages;
  variant?: ButtonProps['variant'];
  className?: string;
  children: ReactNode;
}) {
  if (!pages.hasNextPage) return null;
  return (
    <Button
      variant={variant}
      className={className}
      busy={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      <span>
        {pages.isFetchNextPageError && 'That did not work. '}
        {children}
      </span>
    </Button>
  );
}
