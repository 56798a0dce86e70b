import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { endMappingsAtOtherLines } from './end-mappings.ts';

/**
 * Bundles the server, its commands and their packages into a few files, so that they start without reading 1,800 of
 * them. Migrations and native packages stay where they are; `scripts/release.ts` puts both beside the bundle.
 */
const ROOT = join(import.meta.dirname, '..');
const RESULT = join(ROOT, 'server/dist');
/** `npm run build` moves the files from here to `RESULT`, where a server may be running. */
const FRESH = join(RESULT, '.new');

const packages = /[\\/]node_modules[\\/]/;

/** Programs by the name of their file in the bundle. */
const programs: Readonly<Record<string, string>> = {
  // The sandbox has its name for tests that put their own in its place.
  sandbox: 'sandbox/src/index.ts',
  'decoder-process': 'server/src/features/images/decoder-process.ts',
  ...Object.fromEntries(
    ['admin', 'backup', 'demo-passwords', 'demo-remove', 'restore', 'second-factor-reset'].map((name) => [
      name,
      `server/src/commands/${name}.ts`,
    ]),
  ),
  serverless: 'server/src/serverless.ts',
  main: 'server/src/main.ts',
};

/** Addresses relative to a source file mean the same in the bundle; a program's address is that of its bundle. */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  transform: {
    filter: { id: { exclude: packages }, code: 'import.meta.' },
    handler(code, id) {
      if (/import\.meta\.(?!url)/.test(code)) this.error(`Use import.meta.url in ${id}: the build knows no other.`);
      const source = relative(RESULT, id).split(sep).join('/');
      const changed = code.replace(
        /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g,
        (found, name) => {
          if (name === undefined) return `new URL('${source}', import.meta.url).href`;
          if (!(name in programs)) this.error(`Add the program ${name}.ts to the build: ${id} starts it.`);
          return `new URL('./${name}.js', import.meta.url)`;
        },
      );
      return { code: changed, map: null };
    },
  },
};

/** Source maps only of our own files: Node reads the whole map before it starts. */
const withoutMaps: Plugin = {
  name: 'without-maps',
  transform: { filter: { id: packages }, handler: (code) => ({ code, map: { mappings: '' } }) },
};

/**
 * Loads the code that checks passkeys, 0.7 MB, when one is used. The plugin of our identity library imports it at the
 * start, but only awaits its functions.
 */
const passkeysWhenUsed: Plugin = {
  name: 'passkeys-when-used',
  transform: {
    filter: { id: /[\\/]@better-auth[\\/]passkey[\\/]/, code: '@simplewebauthn/server' },
    handler(code) {
      const found = /import \{([^}]+)\} from "@simplewebauthn\/server";/.exec(code);
      if (!found) this.error('@better-auth/passkey imports @simplewebauthn/server in another way now.');
      const [whole, names = ''] = found;
      const called = names.split(',').map((name) => {
        const load = `(await import('@simplewebauthn/server')).${name.trim()}`;
        return `const ${name.trim()} = async (input) => ${load}(input);`;
      });
      return { code: code.replace(whole, called.join('\n')), map: { mappings: '' } };
    },
  },
};

await rm(FRESH, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: ROOT,
  input: programs,
  platform: 'node',
  external: ['sharp', 'pg-native'],
  plugins: [sourceAddresses, passkeysWhenUsed, withoutMaps],
  checks: { eval: false },
});
const { output } = await bundle.write({
  dir: FRESH,
  entryFileNames: '[name].js',
  sourcemap: true,
  sourcemapExcludeSources: true,
  // Node keeps the text of every file in memory, with two bytes for each character if one of them is not ASCII.
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
});
await bundle.close();
for (const { fileName } of output.filter((file) => file.fileName.endsWith('.map'))) {
  const file = join(FRESH, fileName);
  const map = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...map, mappings: endMappingsAtOtherLines(map.mappings) }));
}
