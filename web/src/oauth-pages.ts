import { ApiError } from './api/http.ts';
import { greetOnNextPage } from './features/identity/next-page-notice.ts';
import { safeNext } from './features/identity/safe-next.ts';
import { beginGoogleSignIn, finishSignIn } from './features/identity/sign-in.ts';
import { sayToOpener, type WindowMessage } from './features/identity/sign-in-window.ts';
import { href } from './pages.ts';

/*
 * Our two pages of a sign-in with Google: `signInWindow` opens Google's page, `signInDone` is the page after it. In
 * their own window they report to the opener and close; in the main window they continue to the page where the person
 * was.
 */
const parameters = new URLSearchParams(location.search);
const attempt = parameters.get('attempt');
const error = parameters.get('error') ?? undefined;
const isNewcomer = parameters.has('newcomer');
const secondFactor = parameters.get('secondFactor') ?? undefined;

if (location.pathname === href.signInWindow()) await leaveForGoogle();
else if (attempt !== null) closeWith({ error, isNewcomer, secondFactor });
else if (error !== undefined) lose(error);
else if (secondFactor !== undefined) {
  location.replace(href.signInCode({ methods: secondFactor, next: safeNext(location.search) }));
} else await continueSignIn();

async function leaveForGoogle(): Promise<void> {
  const back = href.signInDone({ attempt: attempt ?? '' });
  try {
    location.replace(await beginGoogleSignIn({ done: back, failed: back }));
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    closeWith({ message: failure.message });
  }
}

/** The id of the sign-in was lost, so it is unknown whether this is a separate window. */
function lose(code: string): void {
  if (window.opener) closeWith({ error: code });
  else location.replace(href.login({ error: code }));
}

async function continueSignIn(): Promise<void> {
  try {
    const { displayName } = await finishSignIn();
    if (isNewcomer) greetOnNextPage(displayName);
    location.replace(safeNext(location.search));
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    showText(failure.message);
  }
}

function closeWith(result: Omit<WindowMessage, 'attempt'>): void {
  sayToOpener({ attempt, ...result });
  window.close();
  // Still open: the browser does not let the page close this window.
  const isSignedIn = !result.error && !result.message && !result.secondFactor;
  showText(isSignedIn ? 'You are signed in.' : 'You are not signed in.', 'You can close this window.');
}

function showText(...sentences: readonly string[]): void {
  document.querySelector('[data-waiting]')?.remove();
  const place = document.querySelector('[data-say]');
  if (place) place.textContent = sentences.join(' ');
}
