import type { ComponentType } from 'react';

// Their calls need it. A browser remembers for the document's life that a script could not be fetched, so the first call
// must not be the first to ask for it: that could be during an outage. An import without `import()` would be dropped.
void import('virtual:staff-routes').catch(() => undefined);

/**
 * The modules of the pages for people who work in the clinic, by file. Loaded with the first of these pages, so that
 * patients do not load the names of their scripts.
 */
export const staffPages = import.meta.glob<{ Component: ComponentType }>([
  './features/{admin-payments,appointments,audit,clinic,closures,hours,messages,moderation,people,public-texts,statistics,takings,treatments,waiting-list}/*-page.tsx',
  './features/agenda/agenda-page.tsx',
  './features/feed/my-posts-page.tsx',
  './features/invitations/invitations-page.tsx',
]);
