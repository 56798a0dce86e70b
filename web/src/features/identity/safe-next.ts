import { pageAt } from '../../pages.ts';

const ownOrigin = 'https://own.invalid';

/**
 * The page after sign-in: the path in `?next=` if it is on this site, else the home page. Addresses that a browser
 * reads as another host (`//evil`, `/\evil`, `/.//evil`) are refused.
 */
export function safeNext(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, ownOrigin)) return '/';
  const url = new URL(next, ownOrigin);
  const staysHere = url.origin === ownOrigin && !url.pathname.startsWith('//');
  return staysHere && !servesSigningIn(url.pathname) ? url.pathname + url.search + url.hash : '/';
}

function servesSigningIn(path: string): boolean {
  const loads = pageAt(path)?.loads;
  return loads === 'form' || loads === 'sign-in-window';
}
