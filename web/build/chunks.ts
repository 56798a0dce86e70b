import type { Rolldown } from 'vite';

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const everyDocument = /\/src\/page-actions\.ts$/;
const withoutReact = /\/src\/oauth-pages\.ts$/;
const application = /\/src\/main\.tsx$/;
const form = /\/src\/(auth-pages\.tsx|features\/identity\/[\w-]+-page\.tsx)$/;
const page = /\/src\/(features\/[\w-]+\/[\w-]+-page|layouts\/dashboard-layout)\.tsx$/;

/** A module that so many pages share loads with the frame: found by measuring what every page loads (gzip) at 4 to 12. */
const manyPages = 7;

/**
 * The chunk of a module, by the scripts that load it at once: what every document loads, what the frame of the
 * application and many of its pages need, what the forms need, and what both share. Every other module is for some
 * pages: the bundler puts modules that the same pages load into one chunk.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  const roots = rootsOf(id, modules);
  const loadedBy = (script: RegExp): number => roots.filter((root) => script.test(root)).length;
  if (loadedBy(everyDocument)) return 'every-document';
  // In a chunk with others, an entry would run wherever one of them is wanted.
  if (modules.getModuleInfo(id)?.isEntry) return null;
  if (loadedBy(withoutReact)) return null;
  const isShared = loadedBy(application) > 0 || loadedBy(page) >= manyPages;
  if (isShared) return loadedBy(form) ? 'site' : 'application';
  return loadedBy(form) > 1 && loadedBy(form) === roots.length ? 'forms' : null;
}

/** The scripts that load a module with themselves: entries of the build, and what is imported when it is needed. */
function rootsOf(id: string, modules: Modules): readonly string[] {
  const seen = new Set([id]);
  // The set grows while it is walked through.
  for (const one of seen) for (const importer of modules.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  return [...seen].filter((one) => {
    const info = modules.getModuleInfo(one);
    return info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0;
  });
}
