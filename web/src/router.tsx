import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useTransition,
} from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router, useLocation } from 'react-router';

const Opening = createContext(false);

type History = ReturnType<typeof createBrowserHistory>;
const HistoryContext = createContext<History | undefined>(undefined);

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
      <HistoryContext value={history}>
        <Opening value={isOpening}>{children}</Opening>
      </HistoryContext>
    </Router>
  );
}

/** Whether a page was asked for that is not there yet. */
export function useIsOpening(): boolean {
  return useContext(Opening);
}

/** The way to other addresses, for what need not know the current one: it stays the same as long as the document. */
export function useHistory(): History {
  const history = useContext(HistoryContext);
  if (!history) throw new Error('useHistory is for the inside of BrowserRouter.');
  return history;
}

/** Parameters to write into the address, or what becomes of those that are there. */
type Parameters = Record<string, string> | URLSearchParams | ((current: URLSearchParams) => URLSearchParams);

type SetSearchParams = (next: Parameters, options?: { replace?: boolean; state?: unknown }) => void;

/**
 * The query of the address, and a function that writes another one, which stays the same as long as the document does.
 * The library's own brings its links and forms along, which the bundler cannot leave out: 4 kB that no page needs.
 */
export function useSearchParams(): readonly [URLSearchParams, SetSearchParams] {
  const history = useHistory();
  const { search } = useLocation();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearchParams>(
    (next, { replace = false, state } = {}) => {
      const { pathname, search: current } = history.location;
      const written = new URLSearchParams(typeof next === 'function' ? next(new URLSearchParams(current)) : next);
      const to = { pathname, search: written.size > 0 ? `?${written}` : '', hash: '' };
      if (replace) history.replace(to, state);
      else history.push(to, state);
    },
    [history],
  );
  return [parameters, set];
}
