import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router';

const Opening = createContext(false);

type History = ReturnType<typeof createBrowserHistory>;
const AddressContext = createContext<Location | undefined>(undefined);
const HistoryContext = createContext<History | undefined>(undefined);

/** A change of the address. `delta`: how many entries the browser went forward; negative: back. */
export type HistoryChange = { action: string; delta: number | null };
/** Called for every change of the address. Returns true to ignore it, so that the open page stays. */
type Guard = (change: HistoryChange) => boolean;
const GuardContext = createContext<(guard: Guard | undefined) => void>(() => undefined);

/**
 * The application's router. A page stays until the script of the next one has loaded; meanwhile
 * `useIsOpening` is true. Based on the library's `BrowserRouter`, which lacks that, but is half the size of its router
 * with loaders.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ page, address }, setState] = useState(() => {
    const first = { action: history.action, location: history.location };
    return { page: first, address: first.location };
  });
  const [isOpening, startOpening] = useTransition();
  const guard = useRef<Guard>(undefined);
  const setGuard = useCallback((next: Guard | undefined) => {
    guard.current = next;
  }, []);
  useLayoutEffect(() => {
    let { pathname } = history.location;
    return history.listen((next) => {
      if (guard.current?.(next)) return;
      // Choosing another day or filter does not open a page: the library, its routes and the layouts do not notice it.
      const opensPage = next.location.pathname !== pathname;
      ({ pathname } = next.location);
      const start = opensPage ? startOpening : startTransition;
      start(() => setState(({ page }) => ({ page: opensPage ? next : page, address: next.location })));
    });
  }, [history]);
  return (
    <Router location={page.location} navigationType={page.action} navigator={history}>
      <HistoryContext value={history}>
        <GuardContext value={setGuard}>
          <AddressContext value={address}>
            <Opening value={isOpening}>{children}</Opening>
          </AddressContext>
        </GuardContext>
      </HistoryContext>
    </Router>
  );
}

/** Returns a function that sets the guard of the open page, or removes it with `undefined`. */
export function useSetGuard() {
  return useContext(GuardContext);
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

/** The URL. The library's `useLocation` does not change with the query of a page. */
export function useAddress(): Location {
  const address = useContext(AddressContext);
  if (!address) throw new Error('useAddress is for the inside of BrowserRouter.');
  return address;
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
  const { search } = useAddress();
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
