import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type HistoryChange, openHistory } from './page-history.ts';

/** The entries of a tab, as a browser has them. */
let entries: { state: unknown; href: string }[];
let at: number;
let target: EventTarget;

beforeEach(() => {
  entries = [{ state: null, href: '/dashboard/clinic' }];
  at = 0;
  target = new EventTarget();
  const write = (entry: { state: unknown; href: string }) => {
    entries.splice(at, entries.length, entry);
  };
  const fake = {
    history: {
      get state() {
        return entries[at]?.state;
      },
      replaceState(state: unknown, _: string, href = entries[at]?.href ?? '') {
        entries[at] = { state, href };
      },
      pushState(state: unknown, _: string, href: string) {
        at += 1;
        write({ state, href });
      },
    },
    get location() {
      return new URL(entries[at]?.href ?? '', 'https://clinic.example');
    },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  };
  vi.stubGlobal('window', fake);
});
afterEach(() => vi.unstubAllGlobals());

function popTo(position: number): void {
  at = position;
  target.dispatchEvent(new Event('popstate'));
}

function followFragmentLink(hash: string): void {
  entries.splice(at + 1, entries.length, { state: null, href: `${entries[at]?.href}${hash}` });
  popTo(at + 1);
}

it('counts how far Back and Forward go, also past an entry that a fragment link has made', () => {
  const history = openHistory();
  const changes: HistoryChange[] = [];
  const stop = history.listen((change) => changes.push(change));
  history.push('/dashboard/treatments', 'a state');
  followFragmentLink('#content');
  popTo(1);
  popTo(0);
  popTo(2);
  stop();
  expect(changes.map(({ action, delta }) => [action, delta])).toEqual([
    ['push', 1],
    ['pop', 1],
    ['pop', -1],
    ['pop', -1],
    ['pop', 2],
  ]);
  expect(changes.map(({ place }) => place.pathname + place.hash)).toEqual([
    '/dashboard/treatments',
    '/dashboard/treatments#content',
    '/dashboard/treatments',
    '/dashboard/clinic',
    '/dashboard/treatments#content',
  ]);
  expect(changes[2]?.place.state).toBe('a state');
});

it('keeps the state of an entry that has no index', () => {
  const history = openHistory();
  entries[0] = { state: { state: 'a state' }, href: '/dashboard/clinic' };
  const stop = history.listen(() => undefined);
  popTo(0);
  stop();
  expect(entries[0]?.state).toEqual({ state: 'a state', index: 1 });
});

it('keeps the position of a frame in its entry, also when the address of the entry changes', () => {
  const history = openHistory();
  const position = { view: 'day', minute: 860, left: 1800 };
  history.keepFrame(position);
  history.replace('/dashboard/agenda?day=2024-01-09', 'a state');
  expect(history.frame).toEqual(position);
  history.push('/dashboard/waitingList');
  expect(history.frame).toBeUndefined();
  const stop = history.listen(() => undefined);
  popTo(0);
  stop();
  expect(history.frame).toEqual(position);
  expect(history.place.state).toBe('a state');
});
