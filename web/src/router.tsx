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
 * The application's router. A page stays until the script and the required data of the next one have loaded; meanwhile
 * `useIsOpening` is true. Based on the library's `BrowserRouter`, which lacks that, but is half the size of its router
 * with loaders.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  const [isOpening, startOpening] = useTransition();
  useLayoutEffect(() => {
    let { pathname } = history.location;
    return history.listen((next) => {
      // Choosing another day or filter does not open a page.
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

/** Whether a requested page is still loading. */
export function useIsOpening(): boolean {
  return useContext(Opening);
}

/** Navigates without subscribing to the URL. The function is stable for the life of the document. */
export function useHistory(): History {
  const history = useContext(HistoryContext);
  if (!history) throw new Error('useHistory is for the inside of BrowserRouter.');
  return history;
}

/** New parameters for the URL, or a function of the current ones. */
type Parameters = Record<string, string> | URLSearchParams | ((current: URLSearchParams) => URLSearchParams);

type SetSearchParams = (next: Parameters, options?: { replace?: boolean; state?: unknown }) => void;

/**
 * The query of the URL, and a stable function to change it. The library's own would add its links and forms, which the
 * bundler cannot remove: 4 kB that no page needs.
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
