import type { SiteMap } from '../src/http/built-pages.ts';

/** A list of pages as the web build writes it, with these documents by path pattern. */
export function siteMapOf(documents: Readonly<Record<string, Partial<SiteMap['documents'][number]>>>): SiteMap {
  return {
    documents: Object.entries(documents).map(([pattern, document]) => ({
      pattern: pattern === 'other' ? null : `^${pattern}$`,
      file: '',
      callsPaymentProvider: false,
      framesOwnAnswers: false,
      reportsToOpener: false,
      isGallery: false,
      isDoctor: false,
      ...document,
    })),
    listed: ['/', '/about', '/login', '/signup'],
    legal: { privacy: '/privacy', terms: '/terms', imprint: '/imprint' },
    closed: ['/appointment', '/dashboard'],
    start: '/dashboard',
  };
}
