import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/http.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';
import { useEarlySubmit } from './early-submit.ts';
import { greetOnNextPage } from './next-page-notice.ts';
import { beginGoogleSignIn, finishSignIn } from './sign-in.ts';
import { signInFailure, windowClosed } from './sign-in-failure.ts';
import { openSignInWindow, type WindowOutcome } from './sign-in-window.ts';

type Progress = { busy: boolean; message?: string | undefined; note?: string | undefined };

/**
 * 'Continue with Google', in a new window, or in this page if the browser blocks windows. It is in every prerendered
 * page; CSS hides it if the clinic does not offer it.
 */
export function GoogleSignIn({ page, next }: { page: (query: { next: string }) => string; next: () => string }) {
  const element = useRef<HTMLFormElement>(null);
  const stopListening = useRef<() => void>(undefined);
  const [{ busy, message, note }, setProgress] = useState<Progress>({ busy: false });
  useEarlySubmit(element);

  useEffect(() => {
    const failed = takeErrorFromAddress();
    if (failed) setProgress({ busy: false, message: signInFailure(failed) });
    // The browser's Back button can restore this page in its busy state.
    const settle = ({ persisted }: PageTransitionEvent) => persisted && setProgress({ busy: false });
    addEventListener('pageshow', settle);
    return () => {
      removeEventListener('pageshow', settle);
      stopListening.current?.();
    };
  }, []);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProgress({ busy: false, message: error.message });
    }
  };

  const onOutcome = (outcome: WindowOutcome): void => {
    if (outcome.kind === 'closed') return setProgress({ busy: false, message: windowClosed });
    if (outcome.kind === 'failed') {
      const { error, message } = outcome.message;
      return setProgress({ busy: false, message: message ?? signInFailure(error ?? '') });
    }
    setProgress({ busy: true });
    const { secondFactor } = outcome;
    if (secondFactor) return location.replace(href.signInCode({ methods: secondFactor, next: next() }));
    void attempt(async () => {
      const { displayName } = await finishSignIn();
      if (outcome.isNewcomer) greetOnNextPage(displayName);
      location.replace(next());
    });
  };

  const begin = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    stopListening.current?.();
    setProgress({ busy: true });
    stopListening.current = openSignInWindow(onOutcome);
    if (stopListening.current) return;

    setProgress({ busy: true, note: 'Your browser blocked the Google window, so Google opens in this page.' });
    const remembered = { next: next() };
    void attempt(async () => {
      location.assign(await beginGoogleSignIn({ done: href.signInDone(remembered), failed: page(remembered) }));
    });
  };

  return (
    <form
      ref={element}
      method="post"
      data-awaits-script=""
      data-way-in="google"
      suppressHydrationWarning
      onSubmit={begin}
      className="mt-6"
    >
      <p className="mb-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button type="submit" variant="secondary" busy={busy} className="w-full">
        <GoogleMark />
        Continue with Google
      </Button>
      <div role="status">
        {note && <p className="mt-5 text-[0.9375rem] text-muted">{note}</p>}
        {message && (
          <div className="mt-5">
            <FormErrorText message={message} />
          </div>
        )}
      </div>
    </form>
  );
}

/** The error code of a sign-in in this page. Removed from the URL, so that it is shown once. */
function takeErrorFromAddress(): string | undefined {
  const url = new URL(location.href);
  const error = url.searchParams.get('error') ?? undefined;
  if (error === undefined) return undefined;
  for (const name of ['error', 'error_description', 'state']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  return error;
}

/** A ring in Google's four colours with the bar of its G. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true" className="size-5 shrink-0">
      <path stroke="#ea4335" d="M4.6 8.3a8.3 8.3 0 0 1 13.2-2.2" />
      <path stroke="#fbbc05" d="M4.6 15.7a8.3 8.3 0 0 1 0-7.4" />
      <path stroke="#34a853" d="M17.4 18.3a8.3 8.3 0 0 1-12.8-2.6" />
      <path stroke="#4285f4" d="M12.2 12.1h8.1a8.3 8.3 0 0 1-2.9 6.2" />
    </svg>
  );
}
