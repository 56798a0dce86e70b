import { MutationCache, notifyManager, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { loginHrefWithReturn } from '../pages.ts';
import { toast } from '../ui/toast.ts';
import { hasUnsaved } from '../ui/unsaved.ts';
import { readFailure } from './failure.ts';
import { ApiError } from './http.ts';
import { isAnotherPerson } from './person-change.ts';
import { queryKeys } from './query-keys.ts';
import { refetchAfter } from './refetch-after.ts';
import { findStillSignedIn, forgetSession, isSigningOut, type SessionUser } from './session.ts';
import { sessionQuery } from './session-query.ts';
import { keepOnlyDraftsOf, sayOnNextPage } from './window-storage.ts';

// By default the library sets a timer of 0 ms for each of the thirty notifications that a click on a day causes.
notifyManager.setScheduler(queueMicrotask);

/**
 * The one cache of server state. Queries retry three times, after 1 s doubling up to 30 s (the specification's values
 * and the library's defaults); refusals (4xx) are not retried.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (data, { queryKey }) => {
      // The key of the session query.
      if (queryKey[0] === sessionQuery.queryKey[0]) recognise(data as SessionUser | null);
    },
    onError: (error, { meta }) => {
      if (typeof meta?.['logsFailureAs'] === 'string') console.log(meta['logsFailureAs'], error);
      const { status } = readFailure(error);
      if (status === 401) void leaveIfSignedOut();
      // A role was removed: update menu and guards.
      if (status === 403) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      // Not for an ApiError: the identity service answers 401 to a wrong password, too.
      if (readFailure(error).status === 401 && !(error instanceof ApiError)) void leaveIfSignedOut();
    },
    // After the mutation's own `onSuccess`, from which the form knows that it is saved.
    onSettled: (...settled) => {
      const [, error] = settled;
      if (!error && asksToLogIn) void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      return refetchAfter(...settled);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: retriesUnanswered,
    },
    // Offline, a mutation fails at once instead of waiting for a connection.
    mutations: { networkMode: 'always' },
  },
});

/** For `retry`: up to three more attempts while no answer arrives. */
export function retriesUnanswered(failures: number, error: Error): boolean {
  return failures < 3 && readFailure(error).kind === 'unanswered';
}

let person: SessionUser | null = null;
/** The session has ended, and the page has stayed, with a message that says so. */
let asksToLogIn = false;

/**
 * Clears everything of the previous person after someone else signed in in this browser. If the same person signed in again,
 * replaces the message that their session has ended.
 */
function recognise(user: SessionUser | null): void {
  const isOther = isAnotherPerson(person, user);
  person = user ?? person;
  if (user) keepOnlyDraftsOf(user.uid);
  if (isOther) {
    // Also what is unsaved on the page.
    forgetSession();
    queryClient.clear();
    location.reload();
  } else if (user && asksToLogIn) {
    asksToLogIn = false;
    const text = hasUnsaved() ? 'You are logged in again. Your changes are not saved yet.' : 'You are logged in again.';
    toast.success(text, { topic: 'session' });
  }
}

let leaving: Promise<boolean> | undefined;

/**
 * Call this when an answer says that the session has ended. If it has, does as `openLogin`; if not, refetches what was
 * refused. Returns whether somebody is signed in.
 */
export function leaveIfSignedOut(): Promise<boolean> {
  if (isSigningOut()) return Promise.resolve(false);
  leaving ??= decide().finally(() => {
    leaving = undefined;
  });
  return leaving;
}

/** Asked again while no answer arrives: a lost connection does not end a session. */
const stillSignedInQuery = queryOptions({
  queryKey: queryKeys.stillSignedIn,
  queryFn: findStillSignedIn,
  staleTime: 0,
  gcTime: 0,
  retry: (_, error) => readFailure(error).kind === 'unanswered',
});

async function decide(): Promise<boolean> {
  const user = await queryClient.fetchQuery(stillSignedInQuery).catch(() => null);
  if (user) {
    recognise(user);
    void queryClient.refetchQueries({ predicate: ({ state }) => readFailure(state.error).kind === 'signed-out' });
    return true;
  }
  openLogin();
  return false;
}

/**
 * Opens the login page, which leads back here. If a session has ended, it says so there. If something is unsaved then,
 * the page stays and says it: not every browser would ask before the page is left. A sign-out opens its own page.
 */
export function openLogin(): void {
  if (isSigningOut()) return;
  const login = loginHrefWithReturn(location);
  if (person) {
    if (hasUnsaved()) {
      asksToLogIn = true;
      toast.error('Your session has ended. Stay on this page, log in again in another window, then save.', {
        topic: 'session',
        stays: true,
        action: { label: 'Log in', onPress: () => window.open(login, '_blank', 'noopener') },
      });
      return;
    }
    sayOnNextPage('Your session has ended. Please log in again.');
  }
  location.replace(login);
}
