import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const siteMapSchema = z.object({
  documents: z.array(
    z.object({
      pattern: z.string().nullable(),
      file: z.string(),
      callsPaymentProvider: z.boolean(),
      framesOwnAnswers: z.boolean(),
      reportsToOpener: z.boolean(),
      isGallery: z.boolean(),
      isDoctor: z.boolean(),
    }),
  ),
  others: z.string(),
  listed: z.array(z.string()),
  legal: z.object({ privacy: z.string(), terms: z.string(), imprint: z.string() }),
  closed: z.array(z.string()),
  start: z.string(),
});

/** The web build's list of pages, written by `web/build/site-map.ts`. */
export type SiteMap = z.infer<typeof siteMapSchema>;

const NOTHING_BUILT: SiteMap = {
  documents: [],
  others: '',
  listed: [],
  legal: { privacy: '/privacy', terms: '/terms', imprint: '/imprint' },
  closed: [],
  start: '/',
};

/** Reads the build's list of pages. Without a build it is empty; an unreadable list throws. */
export function readSiteMap(directory: string): SiteMap {
  let text: string;
  try {
    text = readFileSync(join(directory, 'pages.json'), 'utf8');
  } catch {
    return NOTHING_BUILT;
  }
  return siteMapSchema.parse(JSON.parse(text));
}
