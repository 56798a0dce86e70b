const ownOrigin = 'https://own.invalid';
const pagesWithoutWayBack = new Set([
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/oauth-popup',
  '/oauth-done',
]);

/**
 * Where to go after signing in: the path in `?next=` if it lies on this very site, else the home page. Whatever a
 * browser would read as another host (`//evil`, `/\evil`, `/.//evil`) is none of ours.
 */
export function safeNext(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, ownOrigin)) return '/';
  const url = new URL(next, ownOrigin);
  const staysHere = url.origin === ownOrigin && !url.pathname.startsWith('//');
  return staysHere && !pagesWithoutWayBack.has(url.pathname) ? url.pathname + url.search + url.hash : '/';
}
