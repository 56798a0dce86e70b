import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  isRunnableDevEnvironment,
  type Manifest,
  type Plugin,
  type ResolvedConfig,
  transformWithOxc,
  type ViteDevServer,
} from 'vite';
import type { PrerenderedPage } from '../src/documents/prerendered-pages.tsx';
import { pageAt, pages } from '../src/pages.ts';
import { fillInDemo } from './demo-facts.ts';
import { documentHtml } from './document.ts';
import { outputOf } from './output.ts';
import { siteMap } from './site-map.ts';

const pagesModule = 'src/documents/prerendered-pages.tsx';
const stylesheetModule = 'src/styles.css';
const bootModule = 'src/boot.ts';

/**
 * Renders the list in `src/documents/prerendered-pages.tsx` to HTML documents. A build writes them to `dist`, with
 * `pages.json`, from which the server knows the document of each path; in development, the dev server answers with
 * them. Every other path gets the application's document.
 */
export function prerender(): Plugin {
  return {
    name: 'openhours:prerender',
    sharedDuringBuild: true,
    buildApp: { order: 'post', handler: ({ config }) => writeDocuments(config) },
    configureServer(server) {
      return () => serveDocuments(server);
    },
  };
}

async function writeDocuments(config: ResolvedConfig): Promise<void> {
  const dist = outputOf(config);
  const rendered = join(dist, '.prerender');
  const manifestFile = join(dist, '.vite', 'manifest.json');
  const manifest = parseManifest(await readFile(manifestFile, 'utf8'));
  const bootScript = await compileBootScript(config.root);
  const documents = pagesOf(await import(pathToFileURL(join(rendered, 'prerendered-pages.js')).href));
  for (const page of documents) {
    const html = documentHtml({
      ...page,
      path: pathOf(page),
      bootScript,
      stylesheet: assetOf(manifest, stylesheetModule),
      fonts: fontsOf(manifest),
      scripts: page.scripts.map((module) => assetOf(manifest, module)),
      modulePreloads: importsOf(manifest, page),
    });
    await mkdir(dirname(join(dist, page.file)), { recursive: true });
    await writeFile(join(dist, page.file), html);
  }
  await writeFile(join(dist, 'pages.json'), JSON.stringify(siteMap(documents)));
  await rm(rendered, { recursive: true });
}

function serveDocuments(server: ViteDevServer): void {
  server.middlewares.use(async (request, response, next) => {
    try {
      if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next();
      const path = new URL(request.url ?? '/', 'http://dev').pathname;
      const environment = server.environments.ssr;
      if (!environment || !isRunnableDevEnvironment(environment)) throw new Error('No runnable ssr environment.');
      const documents = pagesOf(await environment.runner.import(`/${pagesModule}`));
      const name = pageAt(path)?.name;
      const page = documents.find((one) => one.page === name) ?? documents.find((one) => one.page === undefined);
      if (!page) return next();
      const html = documentHtml({
        ...page,
        path: pathOf(page),
        bootScript: await compileBootScript(server.config.root),
        stylesheet: `/${stylesheetModule}`,
        fonts: [],
        scripts: page.scripts.map((module) => `/${module}`),
        modulePreloads: [],
      });
      const named = fillInDemo(html)
        .replaceAll('__PRODUCT_NAME__', 'Openhours')
        .replaceAll('__GOOGLE_SIGN_IN__', 'on')
        .replaceAll(/__PUBLIC_URL__|__ON_CLINIC_TODAY__|__READER__|__DOCTOR__|__DOCTOR_SLUG__/g, '')
        .replaceAll('__CLINIC_TIME_ZONE__', Intl.DateTimeFormat().resolvedOptions().timeZone)
        .replaceAll(' nonce="__NONCE__"', '');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(await server.transformIndexHtml(request.url ?? '/', named));
    } catch (error) {
      next(error);
    }
  });
}

/** The boot script is inlined at the start of every document, so it must not import anything. */
async function compileBootScript(root: string): Promise<string> {
  const source = await readFile(join(root, bootModule), 'utf8');
  const { code } = await transformWithOxc(source, bootModule, { sourcemap: false });
  if (/^\s*(import|export)\b/m.test(code) || code.includes('</')) {
    throw new Error(`${bootModule} is inlined as a classic script: no import, no export, no closing tag in it.`);
  }
  return code
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/^\s+/gm, '')
    .trim();
}

/** All static imports of the page's scripts, so that the browser fetches them in one round trip. */
function importsOf(manifest: Manifest, page: PrerenderedPage): string[] {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    chunk.imports?.forEach(visit);
  };
  for (const module of [...page.scripts, ...page.preload]) {
    if (!manifest[module]) throw new Error(`${module} is preloaded by ${page.file} but is no chunk of the build.`);
    visit(module);
  }
  for (const script of page.scripts) files.delete(assetOf(manifest, script));
  return [...files];
}

function assetOf(manifest: Manifest, module: string): string {
  const chunk = manifest[module];
  if (!chunk) throw new Error(`${module} is missing in the build's manifest.`);
  return `/${chunk.file}`;
}

/** The fonts in the stylesheet. */
function fontsOf(manifest: Manifest): string[] {
  const assets = manifest[stylesheetModule]?.assets ?? [];
  return assets.filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`);
}

/** The address of a document's page; undefined for the document that opens any page. */
function pathOf({ page }: PrerenderedPage): string | undefined {
  return page && pages[page].path.replace(':id', '__DOCTOR_SLUG__');
}

function parseManifest(text: string): Manifest {
  // Written earlier in the same build.
  return JSON.parse(text) as Manifest;
}

function pagesOf(module: unknown): readonly PrerenderedPage[] {
  if (typeof module !== 'object' || module === null || !('prerenderedPages' in module)) {
    throw new Error(`${pagesModule} must export prerenderedPages.`);
  }
  // The export's type is declared in the module itself; the import above loses it.
  return module.prerenderedPages as readonly PrerenderedPage[];
}
