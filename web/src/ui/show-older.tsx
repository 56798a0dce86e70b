import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export type OlderPages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** The button that loads more of a list. Nothing at its end, but a pressed button stays until it loses the focus. */
export function ShowOlder({
  pages,
  variant = 'quiet',
  className = 'mt-6',
  children,
}: {
  pages: OlderPages;
  variant?: ButtonProps['variant'];
  className?: string;
  children: ReactNode;
}) {
  const [isPressed, setIsPressed] = useState(false);
  const { hasNextPage, isFetchingNextPage } = pages;
  const isEnd = !hasNextPage && !isFetchingNextPage;
  if (isEnd && !isPressed) return null;
  const load = (): void => {
    setIsPressed(true);
    void pages.fetchNextPage();
  };
  return (
    <Button
      variant={variant}
      className={`${className} print:hidden`}
      busy={isFetchingNextPage}
      aria-disabled={isEnd}
      onClick={isEnd ? undefined : load}
      onBlur={() => setIsPressed(false)}
    >
      {isEnd ? (
        'There are no more.'
      ) : (
        <span>
          {pages.isFetchNextPageError && 'That did not work. '}
          {children}
        </span>
      )}
    </Button>
  );
}
