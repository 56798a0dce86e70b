import type { Rolldown } from 'vite';

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const everyDocument = /\/src\/page-actions\.ts$/;
const withoutReact = /\/src\/oauth-pages\.ts$/;
const application = /\/src\/main\.tsx$/;
const form = /\/src\/(auth-pages\.tsx|features\/identity\/[\w-]+-page\.tsx)$/;
const live = /\/src\/features\/live\/live-updates\.ts$/;
const staffPages = /virtual:staff-page-modules$/;
/** The patient's pages for which every kilobyte counts most. */
const ofDashboard = /\/src\/features\/[\w-]+\/(dashboard|appointments|payment|profile)-page\.tsx$/;
const page = /\/src\/(features\/[\w-]+\/[\w-]+-page|layouts\/dashboard-layout)\.tsx$/;

/**
 * A module that this many pages of patients share is in the frame's chunk. Chosen by measuring every page's gzip size.
 */
const manyPages = 8;
/**
 * A module with less source than `smallSource`, such as an icon, needs only this many, if a page of the dashboard is among them: as
 * a file of its own it costs twice its size. All its imports must be in a shared chunk; otherwise every page would load them too.
 */
const fewPages = 4;
const smallSource = 1000;

/**
 * The chunk of a module, chosen by the scripts that load it: every document; the application's frame or many pages (one
 * chunk for those that the forms load too, one for the others); the live connection; or only the forms. Null for all other
 * modules: the bundler groups them by the pages that load them.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  const roots = rootsOf(id, modules);
  const loadedBy = (script: RegExp): number => roots.filter((root) => script.test(root)).length;
  if (loadedBy(everyDocument)) return 'every-document';
  // In a shared chunk, an entry would run wherever another module of the chunk is imported.
  if (modules.getModuleInfo(id)?.isEntry) return null;
  if (loadedBy(withoutReact)) return null;
  const isOfStaff = (root: string): boolean =>
    modules.getModuleInfo(root)?.dynamicImporters.some((importer) => staffPages.test(importer)) === true;
  const patientsPages = roots.filter((root) => page.test(root) && !isOfStaff(root));
  const { code, importedIds = [] } = modules.getModuleInfo(id) ?? {};
  const isSmall = (code?.length ?? smallSource) < smallSource;
  const isShared =
    loadedBy(application) > 0 ||
    patientsPages.length >= manyPages ||
    (isSmall &&
      patientsPages.length >= fewPages &&
      patientsPages.some((root) => ofDashboard.test(root)) &&
      importedIds.every((imported) => chunkOf(imported, modules) !== null));
  if (isShared) return loadedBy(form) ? 'site' : 'application';
  // Every page of a signed-in person loads it.
  if (loadedBy(live)) return 'live';
  return loadedBy(form) > 1 && loadedBy(form) === roots.length ? 'forms' : null;
}

/** The scripts that load a module statically: entries of the build, and dynamically imported modules. */
function rootsOf(id: string, modules: Modules): readonly string[] {
  const seen = new Set([id]);
  // The set grows during this loop.
  for (const one of seen) for (const importer of modules.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  return [...seen].filter((one) => {
    const info = modules.getModuleInfo(one);
    return info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0;
  });
}
