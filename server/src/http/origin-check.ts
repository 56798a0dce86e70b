/**
 * Whether the origin of an unsafe request is allowed (CSRF). Browsers send `Origin` with every unsafe request; it must
 * be the clinic's own.
 */
export function isOwnOrigin(request: Request, site: { publicUrl: string; publicUrlIsFixed: boolean }): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return mayLackOrigin(request.headers);
  if (origin === new URL(site.publicUrl).origin) return true;
  return !site.publicUrlIsFixed && origin === new URL(request.url).origin;
}

/**
 * Whether a request without `Origin` is allowed. Every browser since 2020 sends `Origin` or `Sec-Fetch-Site` with an unsafe
 * request, so one with neither comes from a program, which has its own cookies and not those of somebody's browser.
 */
export function mayLackOrigin(headers: Headers): boolean {
  const from = headers.get('sec-fetch-site');
  return from === null || from === 'same-origin';
}
