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
import { type HistoryChange, openHistory, type PageHistory, type Place } from './page-history.ts';
import { idAt } from './pages.ts';

/** The open page, and how it was opened. `search` is the query with which it was opened, and is not updated. */
type OpenPage = Pick<Place, 'pathname' | 'search'> & Pick<HistoryChange, 'action'>;
/** Called for every change of the address. Returns true to ignore it, so that the open page stays. */
type Guard = (change: HistoryChange) => boolean;

const Opening = createContext(false);
const OpenPageContext = createContext<OpenPage | undefined>(undefined);
const AddressContext = createContext<Place | undefined>(undefined);
const HistoryContext = createContext<PageHistory | undefined>(undefined);
const GuardContext = createContext<(guard: Guard | undefined) => void>(() => undefined);

/**
 * The application's router. A page stays until the script of the next one has loaded; meanwhile `useIsOpening` is true.
 * `pages.ts` knows which page has which address; a library would do that again, and add 8 kB to every page.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(openHistory);
  const [{ page, address }, setState] = useState(() => {
    const address = history.place;
    const { pathname, search } = address;
    const page: OpenPage = { pathname, search, action: 'pop' };
    return { page, address };
  });
  const [isOpening, startOpening] = useTransition();
  const guard = useRef<Guard>(undefined);
  const setGuard = useCallback((next: Guard | undefined) => {
    guard.current = next;
  }, []);
  useLayoutEffect(() => {
    let { pathname } = history.place;
    return history.listen((change) => {
      if (guard.current?.(change)) return;
      const { action, place } = change;
      // Choosing another day or filter does not open a page: the layouts do not notice it.
      const opensPage = place.pathname !== pathname;
      ({ pathname } = place);
      const start = opensPage ? startOpening : startTransition;
      const opened = { pathname, search: place.search, action };
      start(() => setState(({ page }) => ({ page: opensPage ? opened : page, address: place })));
    });
  }, [history]);
  return (
    <HistoryContext value={history}>
      <GuardContext value={setGuard}>
        <OpenPageContext value={page}>
          <AddressContext value={address}>
            <Opening value={isOpening}>{children}</Opening>
          </AddressContext>
        </OpenPageContext>
      </GuardContext>
    </HistoryContext>
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
export function useHistory(): PageHistory {
  return inRouter(useContext(HistoryContext));
}

/** The path of the open page, and how and with which query it was opened, without subscribing to the query. */
export function useOpenPage(): OpenPage {
  return inRouter(useContext(OpenPageContext));
}

/** The id in the path of the open page. */
export function useIdInPath(): string {
  return idAt(useOpenPage().pathname);
}

/** The URL. */
export function useAddress(): Place {
  return inRouter(useContext(AddressContext));
}

function inRouter<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('This hook is for the inside of BrowserRouter.');
  return value;
}

/** New parameters for the URL, or a function of the current ones. */
type Parameters = Record<string, string> | URLSearchParams | ((current: URLSearchParams) => URLSearchParams);

type SetSearchParams = (next: Parameters, options?: { replace?: boolean; state?: unknown }) => void;

/** The query of the URL, and a stable function to change it. The fragment stays: it may have the secret of a link. */
export function useSearchParams(): readonly [URLSearchParams, SetSearchParams] {
  const history = useHistory();
  const { search } = useAddress();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearchParams>(
    (next, { replace = false, state } = {}) => {
      const { pathname, search: current, hash } = history.place;
      const written = new URLSearchParams(typeof next === 'function' ? next(new URLSearchParams(current)) : next);
      const to = `${pathname}${written.size > 0 ? `?${written}` : ''}${hash}`;
      if (replace) history.replace(to, state);
      else history.push(to, state);
    },
    [history],
  );
  return [parameters, set];
}

/** One parameter of the URL, and a function to change it in the same history entry, whose state stays. '' is for none. */
export function useParameter(name: string): readonly [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const history = useHistory();
  const change = (value: string): void =>
    setParameters(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true, state: history.place.state },
    );
  return [parameters.get(name) ?? '', change];
}
