import type { PrerenderedPage } from '../src/documents/prerendered-pages.tsx';
import { href, pageList, pages, patternOf } from '../src/pages.ts';

/**
 * What the server has to know about the pages. The build writes it to `dist/pages.json`, which
 * `server/src/http/built-pages.ts` reads.
 */
export type SiteMap = {
  documents: readonly {
    /** Source of a regular expression for the paths that get this document; null for all that no other one matches. */
    pattern: string | null;
    /** In `dist`. */
    file: string;
    /** Its policy lets it talk to the payment provider. */
    callsPaymentProvider: boolean;
    /** It reports to the page that opened it, from another window. */
    reportsToOpener: boolean;
    /** It shows the components, in development and tests. */
    isGallery: boolean;
    /** It is about one doctor, whose slug is the last part of its path. */
    isDoctor: boolean;
  }[];
  /** Paths for search engines to list. */
  listed: readonly string[];
  /** Paths that search engines are to leave alone, with everything below them. */
  closed: readonly string[];
  /** Where the clinic opens when it was put on a home screen. */
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
        callsPaymentProvider: page?.ownPolicy ?? false,
        reportsToOpener: page?.loads === 'sign-in-window',
        isGallery: page?.loads === 'gallery',
        isDoctor: name === 'doctor',
      };
    }),
    listed: documents.flatMap(({ page, indexed }) => (page && page !== 'doctor' && indexed ? [pages[page].path] : [])),
    closed: closed.filter((path) => !closed.some((other) => path.startsWith(`${other}/`))),
    start: href.dashboard(),
  };
}
