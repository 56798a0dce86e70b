/** Where the application is: the address, and what its history entry stores. Each navigation has a new object. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
}

/** A change of the address. `delta`: how many entries the browser went forward; negative: back. */
export type HistoryChange = { action: 'push' | 'replace' | 'pop'; place: Place; delta: number };

export type PageHistory = ReturnType<typeof openHistory>;

/** How far a page's frame is scrolled: the minute at its top, and the pixels before its first column. */
export type FramePosition = {
  /** What the frame showed. Something else has other columns. */
  view: string;
  minute: number;
  left: number;
};

type Entry = { state?: unknown; index?: number; frame?: FramePosition };

/** The history of this tab. It notices every change that it makes itself, and those by Back, Forward and fragment links. */
export function openHistory() {
  const { history } = window;
  let listener: ((change: HistoryChange) => void) | undefined;
  let index = indexOr(0);

  function entry(): Entry {
    return history.state ?? {};
  }

  function place(): Place {
    const { pathname, search, hash } = window.location;
    return { pathname, search, hash, state: entry().state };
  }

  /** The index of the open entry. An entry without one gets the other. */
  function indexOr(otherwise: number): number {
    const known = entry().index;
    if (known === undefined) history.replaceState({ ...entry(), index: otherwise }, '');
    return known ?? otherwise;
  }

  function onPop(): void {
    // Only a fragment link makes an entry without an index, after the open one.
    const next = indexOr(index + 1);
    const delta = next - index;
    index = next;
    listener?.({ action: 'pop', place: place(), delta });
  }

  return {
    get place() {
      return place();
    },
    push(href: string, state?: unknown): void {
      const next = index + 1;
      try {
        history.pushState({ state, index: next }, '', href);
      } catch {
        // Safari refuses more than a hundred changes in 30 seconds.
        window.location.assign(href);
        return;
      }
      index = next;
      listener?.({ action: 'push', place: place(), delta: 1 });
    },
    replace(href: string, state?: unknown): void {
      history.replaceState({ ...entry(), state, index }, '', href);
      listener?.({ action: 'replace', place: place(), delta: 0 });
    },
    /** The position that was kept in the open entry. The browser itself keeps that of the window only. */
    get frame() {
      return entry().frame;
    },
    keepFrame(position: FramePosition): void {
      history.replaceState({ ...entry(), frame: position }, '');
    },
    go(delta: number): void {
      history.go(delta);
    },
    /** Calls this for every change, until the returned function is called. */
    listen(onChange: (change: HistoryChange) => void): () => void {
      listener = onChange;
      window.addEventListener('popstate', onPop);
      return () => {
        listener = undefined;
        window.removeEventListener('popstate', onPop);
      };
    },
  };
}
