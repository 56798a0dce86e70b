import { rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Bundles the server and its packages into a few files, so that it starts without reading 1,800 of them. It runs from
 * where it was built: migrations, the program that decodes images and native packages stay where they are.
 */
const ROOT = join(import.meta.dirname, '..');
const RESULT = join(ROOT, 'server/dist');
/** `npm run build` moves the files from here to `RESULT`, where a server may be running. */
const FRESH = join(RESULT, '.new');

const packages = /[\\/]node_modules[\\/]/;

/** Addresses relative to a source file mean the same in the bundle. */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  transform: {
    filter: { id: { exclude: packages }, code: 'import.meta.' },
    handler(code, id) {
      if (/import\.meta\.(?!url)/.test(code)) this.error(`Use import.meta.url in ${id}: the build knows no other.`);
      const source = relative(RESULT, id).split(sep).join('/');
      return { code: code.replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`), map: null };
    },
  },
};

/** Source maps only of our own files: Node reads the whole map before it starts. */
const withoutMaps: Plugin = {
  name: 'without-maps',
  transform: { filter: { id: packages }, handler: (code) => ({ code, map: { mappings: '' } }) },
};

await rm(FRESH, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: ROOT,
  // The sandbox has its name for tests that put their own in its place.
  input: { sandbox: 'sandbox/src/index.ts', main: 'server/src/main.ts' },
  platform: 'node',
  external: ['sharp', 'pg-native'],
  plugins: [sourceAddresses, withoutMaps],
  checks: { eval: false },
});
await bundle.write({ dir: FRESH, entryFileNames: '[name].js', sourcemap: true, sourcemapExcludeSources: true });
await bundle.close();
