import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteMap } from '../src/http/built-pages.ts';

type Documents = Readonly<Record<string, Partial<SiteMap['documents'][number]>>>;

/** The built pages of a test: its documents by path pattern, and its files by name. */
export interface TestPages {
  readonly documents?: Documents;
  readonly files?: Readonly<Record<string, string | Buffer>>;
}

/** Writes the pages as the web build does. */
export async function writePages(directory: string, { documents = {}, files = {} }: TestPages): Promise<void> {
  const all = { 'pages.json': JSON.stringify(siteMapOf(documents)), ...files };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
}

/** A list of pages as the web build writes it. */
export function siteMapOf(documents: Documents): SiteMap {
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
    others: '^/(?:conversations|dashboard)/.+$',
    listed: ['/', '/about', '/login', '/signup'],
    legal: { privacy: '/privacy', terms: '/terms', imprint: '/imprint' },
    closed: ['/appointment', '/dashboard'],
    start: '/dashboard',
  };
}
