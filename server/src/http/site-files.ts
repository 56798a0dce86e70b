import { LEGAL_TEXTS } from '@openhours/contract/legal-text-kinds.ts';
import type { Hono } from 'hono';
import type { ShownClinic } from '../features/clinic/index.ts';
import type { SiteMap } from './built-pages.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { RequestVariables } from './request-variables.ts';

const DAY = 'public, max-age=86400';

/** Files for machines: robots.txt, the sitemap and the web app manifest. */
export function mountSiteFiles(
  app: Hono<{ Variables: RequestVariables }>,
  {
    publicUrl,
    clinic,
    siteMap,
    listDoctorSlugs,
  }: {
    publicUrl: string;
    clinic: { readonly name: string; readonly shown: Pick<ShownClinic, 'legal' | 'accent'> };
    siteMap: SiteMap;
    /** Slugs of doctors with a public page. */
    listDoctorSlugs: () => Promise<readonly string[]>;
  },
): void {
  const file = (path: string, { type, text }: { type: string; text: string }) =>
    app.get(path, (context) => context.body(text, 200, { 'content-type': type, 'cache-control': DAY }));

  file('/robots.txt', {
    type: 'text/plain; charset=utf-8',
    text: [
      'User-agent: *',
      ...['/api/', ...siteMap.closed].map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  });
  app.get('/sitemap.xml', async (context) => {
    const doctors = await listDoctorSlugs();
    const { legal } = clinic.shown;
    const written = LEGAL_TEXTS.filter((kind) => legal[kind] !== '').map((kind) => siteMap.legal[kind]);
    const paths = [...siteMap.listed, ...written, ...doctors.map((slug) => `/doctors/${encodeURIComponent(slug)}`)];
    const text = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...paths.map((path) => `  <url><loc>${escapeMarkup(publicUrl + path)}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n');
    return context.body(text, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': DAY });
  });
  app.get('/manifest.webmanifest', (context) => {
    const text = JSON.stringify({
      name: clinic.name,
      short_name: clinic.name,
      description: 'Book a face-to-face consultation with a doctor.',
      start_url: siteMap.start,
      scope: '/',
      display: 'standalone',
      background_color: '#faf8f3',
      theme_color: clinic.shown.accent ?? '#0f5c50',
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icons/192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icons/512.png', type: 'image/png', sizes: '512x512' },
        { src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ],
    });
    return context.body(text, 200, {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    });
  });
}
