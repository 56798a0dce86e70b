import { useEffect, useState } from 'react';
import { isNotFound } from '../api/failure.ts';
import { href } from '../pages.ts';
import { useOpenPage } from '../router.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { isStaleScript, reloadOnce } from '../ui/stale-script.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PublicLayout } from './public-layout.tsx';

/** Replaces a page that failed: says 'not found' or what went wrong. */
export function ErrorPage({ error }: { error: unknown }) {
  const [reloading, setReloading] = useState(() => isStaleScript(error));
  useEffect(() => {
    if (reloading) void reloadOnce().then((reloads) => setReloading(reloads));
  }, [reloading]);
  if (reloading) return <ProgressBar />;
  if (isNotFound(error)) return <NotFoundPage />;
  return (
    <div className="grid justify-items-start">
      <PageHeading title="Something went wrong!!!" />
      <p role="alert" className="mb-8 max-w-2xl rounded-card border border-line bg-surface px-5 py-4">
        {textOf(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Try again</Button>
        <Button
          variant="secondary"
          data-action="sign-out"
          data-destination={href.login()}
          data-notice="You are signed out. Please log in again."
        >
          Sign out
        </Button>
      </div>
    </div>
  );
}

/** The same for failures before there is a layout. */
export function RootErrorPage({ error }: { error: unknown }) {
  const { pathname } = useOpenPage();
  return (
    <PublicLayout path={pathname}>
      <div className="page-width py-10 sm:py-14">
        <ErrorPage error={error} />
      </div>
    </PublicLayout>
  );
}

function textOf(error: unknown): string {
  if (isStaleScript(error)) return 'A part of this page could not be loaded. Check your connection and try again.';
  if (error instanceof Error && error.message) return error.message;
  return 'An unknown error occurred.';
}
