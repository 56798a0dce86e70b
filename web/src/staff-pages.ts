// Their calls need it. A browser remembers for the document's life that a script could not be fetched, so the first call
// must not be the first to ask for it: that could be during an outage. An import without `import()` would be dropped.
void import('virtual:staff-routes').catch(() => undefined);

/** Loaded with the first page for people who work in the clinic. */
export { default as staffPages } from 'virtual:staff-page-modules';
