import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { signOut } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { NotAllowedPage } from './not-allowed-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PublicLayout } from './public-layout.tsx';
import { isStaleScript, reloadOnce } from './stale-script.ts';

/** The error page of every layout group: what is not there says so, everything else says what went wrong. */
export function ErrorPage() {
  const error = useRouteError();
  const [reloading, setReloading] = useState(() => isStaleScript(error));
  useEffect(() => {
    if (reloading && !reloadOnce()) setReloading(false);
  }, [reloading]);
  if (reloading) return null;
  if (isNotFound(error)) return <NotFoundPage />;
  if (isRouteErrorResponse(error) && error.status === 403) return <NotAllowedPage audience={String(error.data)} />;
  return (
    <div className="grid justify-items-start">
      <PageHeading title="Something went wrong!!!" />
      <p role="alert" className="mb-8 max-w-2xl rounded-card border border-line bg-surface px-5 py-4">
        {textOf(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Try again</Button>
        <Button variant="secondary" onClick={() => void signOut('/login')}>
          Sign out
        </Button>
      </div>
    </div>
  );
}

/** The same for what fails before there is a layout: the guard's question, or the layout's own script. */
export function RootErrorPage() {
  const { pathname } = useLocation();
  return (
    <PublicLayout path={pathname}>
      <div className="page-width py-10 sm:py-14">
        <ErrorPage />
      </div>
    </PublicLayout>
  );
}

function isNotFound(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status === 404;
  return error instanceof Error && Reflect.get(error, 'status') === 404;
}

function textOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  if (error instanceof Error && error.message) return error.message;
  return 'An unknown error occurred.';
}
