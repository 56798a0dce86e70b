import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useState,
  useTransition,
} from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';

const Opening = createContext(false);

/**
 * The addresses of the application. A page stays until the next one is ready, with its script and what it cannot be
 * without; `useIsOpening` says that one is awaited. It is the library's `BrowserRouter`, which does not tell that, and
 * half the size of its router with loaders.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  const [isOpening, startOpening] = useTransition();
  useLayoutEffect(() => {
    let { pathname } = history.location;
    return history.listen((next) => {
      // Another day or another filter opens no page: nothing is to be said of it.
      const start = next.location.pathname === pathname ? startTransition : startOpening;
      ({ pathname } = next.location);
      start(() => setState(next));
    });
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      <Opening value={isOpening}>{children}</Opening>
    </Router>
  );
}

/** Whether a page was asked for that is not there yet. */
export function useIsOpening(): boolean {
  return useContext(Opening);
}
