/**
 * Whether the origin of an unsafe request is allowed (CSRF). Browsers send `Origin` with every unsafe request; it must
 * be the clinic's own. Without it, `Sec-Fetch-Site` must be same-origin.
 */
export function isOwnOrigin(request: Request, site: { publicUrl: string; publicUrlIsFixed: boolean }): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return request.headers.get('sec-fetch-site') === 'same-origin';
  if (origin === new URL(site.publicUrl).origin) return true;
  return !site.publicUrlIsFixed && origin === new URL(request.url).origin;
}
