import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';
import type { PrerenderedPage } from '../src/documents/prerendered-pages.tsx';
import { href, pageList, pages, patternOf } from '../src/pages.ts';

/**
 * What the server needs to know about the pages. The build writes it to `dist/pages.json`, and
 * `server/src/http/built-pages.ts` reads it.
 */
type SiteMap = {
  documents: readonly {
    /** Source of a regular expression for the paths of this document; null for the one of all other pages. */
    pattern: string | null;
    /** In `dist`. */
    file: string;
    /** Its Content Security Policy allows the payment provider. */
    callsPaymentProvider: boolean;
    /** Its Content Security Policy allows frames from our own server. */
    framesOwnAnswers: boolean;
    /** It sends messages to the page that opened its window. */
    reportsToOpener: boolean;
    /** It is the gallery of components, for development and tests. */
    isGallery: boolean;
    /** It is about one doctor, whose slug is the last part of its path. */
    isDoctor: boolean;
  }[];
  /** Source of a regular expression for the paths of the pages without a document of their own. */
  others: string;
  /** Paths for search engines to list. */
  listed: readonly string[];
  /** Paths to list once the clinic has written their text. */
  legal: Readonly<Record<LegalText, string>>;
  /** Paths that search engines must not crawl, with everything below them. */
  closed: readonly string[];
  /** The start page when the clinic was added to a home screen. */
  start: string;
};

export function siteMap(documents: readonly PrerenderedPage[]): SiteMap {
  const closed = pageList
    .filter(({ loads, audience }) => loads === 'application' && audience !== 'everyone')
    .map(({ path }) => path);
  return {
    documents: documents.map(({ page: name, file }) => {
      const page = name && pages[name];
      return {
        pattern: page ? patternOf(page).source : null,
        file,
        callsPaymentProvider: page?.ownPolicy === 'payment',
        framesOwnAnswers: page?.ownPolicy === 'frames',
        reportsToOpener: page?.loads === 'sign-in-window',
        isGallery: page?.loads === 'gallery',
        isDoctor: name === 'doctor',
      };
    }),
    others: pageList
      .filter(({ name }) => !documents.some(({ page }) => page === name))
      .map((page) => patternOf(page).source)
      .join('|'),
    listed: documents.flatMap(({ page, indexed, legalText }) =>
      page && page !== 'doctor' && indexed && !legalText ? [pages[page].path] : [],
    ),
    legal: { privacy: href.privacy(), terms: href.terms(), imprint: href.imprint() },
    closed: closed.filter((path) => !closed.some((other) => path.startsWith(`${other}/`))),
    start: href.dashboard(),
  };
}
