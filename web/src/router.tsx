import { createContext, type ReactNode, useContext, useLayoutEffect, useState, useTransition } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';

const Pending = createContext(false);

/**
 * The addresses of the application. A page stays until the next one is ready, with its script and what it cannot be
 * without; `useIsOpening` says that one is awaited. It is the library's `BrowserRouter`, which does not tell that, and
 * half the size of its router with loaders.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  const [isPending, startTransition] = useTransition();
  useLayoutEffect(() => history.listen((next) => startTransition(() => setState(next))), [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      <Pending value={isPending}>{children}</Pending>
    </Router>
  );
}

/** Whether a page was asked for that is not there yet. */
export function useIsOpening(): boolean {
  return useContext(Pending);
}
