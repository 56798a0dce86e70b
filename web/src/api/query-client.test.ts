import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { receiveToasts, type ToastMessage } from '../ui/toast.ts';
import { guardUnsaved, keepUnsaved } from '../ui/unsaved.ts';
import { ApiError } from './http.ts';
import { queryClient } from './query-client.ts';
import { signOut } from './session.ts';
import { sessionQuery } from './session-query.ts';

const assign = vi.fn<(destination: string) => void>();
const replace = vi.fn<(destination: string) => void>();
const reload = vi.fn<() => void>();
const address = { pathname: '/dashboard/invitations', search: '', assign, replace, reload };
const login = '/login?next=%2Fdashboard%2Finvitations';
const signedIn = { uid: 'ada', email: 'ada@example.com' };
let user: typeof signedIn | null;
let toasts: ToastMessage[];
let stop: (() => void)[];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout }));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('location', address);
  const storage = {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
    clear: () => undefined,
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user })));
  toasts = [];
  stop = [receiveToasts((message) => void toasts.push(message))];
  user = signedIn;
  await askWhoIsSignedIn();
});
afterEach(() => {
  for (const end of stop) end();
  // A sign-out leaves the page in a browser. Here, other files follow in this process.
  keepUnsaved();
  queryClient.clear();
  replace.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const askWhoIsSignedIn = () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });

/** A change that the server answers with 401. */
async function refuse(error: Error): Promise<void> {
  const change = queryClient.getMutationCache().build(queryClient, {
    mutationFn: async () => {
      throw error;
    },
  });
  await expect(change.execute(undefined)).rejects.toBe(error);
  await vi.runAllTimersAsync();
}

/** A change that the server accepts. */
async function save(onSuccess: () => void): Promise<void> {
  const change = queryClient.getMutationCache().build(queryClient, { mutationFn: async () => 'saved', onSuccess });
  await change.execute(undefined);
  await vi.runAllTimersAsync();
}
const unauthorized = new ORPCError('UNAUTHORIZED', { status: 401 });

it('opens the login page if a change finds that the session has ended', async () => {
  user = null;
  await refuse(unauthorized);
  expect(replace).toHaveBeenCalledExactlyOnceWith(login);
});

it('stays if a change is refused while the person is still signed in, or for a wrong password', async () => {
  await refuse(unauthorized);
  user = null;
  await refuse(new ApiError({ message: 'Invalid email or password', status: 401 }));
  expect(replace).not.toHaveBeenCalled();
});

it('does not take a lost connection for the end of the session', async () => {
  let failures = 0;
  vi.stubGlobal('fetch', async () => {
    failures += 1;
    if (failures <= 4) throw new TypeError('Failed to fetch');
    return Response.json({ user });
  });
  await refuse(unauthorized);
  expect(failures).toBeGreaterThan(4);
  expect(replace).not.toHaveBeenCalled();
});

it('stays with unsaved text and says that the session has ended, until the same person logs in again', async () => {
  stop.push(guardUnsaved(() => true));
  user = null;
  await refuse(unauthorized);
  expect(replace).not.toHaveBeenCalled();
  expect(toasts).toMatchObject([{ kind: 'error', topic: 'session', stays: true, action: { label: 'Log in' } }]);
  user = signedIn;
  await askWhoIsSignedIn();
  expect(toasts.slice(1)).toEqual([
    { kind: 'success', topic: 'session', text: 'You are logged in again. Your changes are not saved yet.' },
  ]);
  await askWhoIsSignedIn();
  expect(toasts).toHaveLength(2);
});

it('says that the person is logged in again once a change is saved, and nothing about unsaved changes', async () => {
  const stopGuarding = guardUnsaved(() => true);
  user = null;
  await refuse(unauthorized);
  user = signedIn;
  await save(stopGuarding);
  expect(toasts.slice(1)).toEqual([{ kind: 'success', topic: 'session', text: 'You are logged in again.' }]);
});

// The last two, because the window stays signed out.
it('loads the page again without a message if another person logs in', async () => {
  stop.push(guardUnsaved(() => true));
  user = null;
  await refuse(unauthorized);
  user = { uid: 'ben', email: 'ben@example.com' };
  await askWhoIsSignedIn();
  expect(reload).toHaveBeenCalledOnce();
  expect(toasts).toHaveLength(1);
});

it('leaves the page to a sign-out', async () => {
  user = null;
  await signOut('/');
  await refuse(unauthorized);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
  expect(replace).not.toHaveBeenCalled();
});
