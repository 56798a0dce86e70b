import type { Hono } from 'hono';
import { escapeMarkup } from './escape-markup.ts';
import type { RequestVariables } from './request-log.ts';

const DAY = 'public, max-age=86400';
/** What anybody may read without signing in; nothing else is for search engines. */
const PUBLIC_PATHS = ['/', '/about', '/login', '/signup'];
const CLOSED_PATHS = ['/api/', '/dashboard', '/appointment', '/feed', '/conversations'];

/** What tells machines about the site: search engines where to look, and phones how to keep it. */
export function mountSiteFiles(
  app: Hono<{ Variables: RequestVariables }>,
  { publicUrl, productName }: { publicUrl: string; productName: string },
): void {
  const file = (path: string, { type, text }: { type: string; text: string }) =>
    app.get(path, (context) => context.body(text, 200, { 'content-type': type, 'cache-control': DAY }));

  file('/robots.txt', {
    type: 'text/plain; charset=utf-8',
    text: [
      'User-agent: *',
      ...CLOSED_PATHS.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  });
  file('/sitemap.xml', {
    type: 'application/xml; charset=utf-8',
    text: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...PUBLIC_PATHS.map((path) => `  <url><loc>${escapeMarkup(publicUrl + path)}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n'),
  });
  file('/manifest.webmanifest', {
    type: 'application/manifest+json; charset=utf-8',
    text: JSON.stringify({
      name: productName,
      short_name: productName,
      description: 'Book a face-to-face consultation with a doctor.',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      background_color: '#faf8f3',
      theme_color: '#0f5c50',
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icons/192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icons/512.png', type: 'image/png', sizes: '512x512' },
        { src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ],
    }),
  });
}
