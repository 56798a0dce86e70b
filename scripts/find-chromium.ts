import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A Chromium that starts on this machine, in the form that the browser drivers need. */
interface FoundChromium {
  executablePath: string;
  args: string[];
  /** The complete environment that it needs. */
  env: Record<string, string>;
}

/**
 * Finds a Chromium: the one in CHROMIUM_PATH, else an installed one, else the one in the npm package
 * `@sparticuz/chromium` (Linux on x64), unpacked once into `node_modules/.cache`. If none starts, throws an error that
 * says what to install; browser tests are never skipped.
 */
export function findChromium(): FoundChromium {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    const found = tryChromium(named);
    if (!found) throw new Error(`CHROMIUM_PATH names '${named}', which does not start.`);
    return found;
  }
  for (const path of installedPaths()) {
    const found = tryChromium(path);
    if (found) return found;
  }
  const carried = carriedChromium();
  if (carried) return carried;
  throw new Error('No Chromium found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.');
}

/**
 * Arguments for every run. None of them weakens the browser's security: web security, mixed content and site isolation
 * are as for users; otherwise tests would pass where real browsers refuse.
 */
function launchArguments(): string[] {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Windows of one person share a process, which compiles a script once. Each site still has a process of its own.
    '--process-per-site',
  ];
  // Chromium's own sandbox refuses to run as root.
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}

function installedPaths(): string[] {
  if (process.platform === 'darwin') {
    return ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']
      .flatMap((app) => [join('/Applications', app), join(process.env.HOME ?? '/', 'Applications', app)])
      .filter((path) => existsSync(path));
  }
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => ['Google/Chrome', 'Chromium'].map((name) => join(folder, name, 'Application', 'chrome.exe')))
      .filter((path) => existsSync(path));
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((path) => existsSync(path));
}

/** The browser at this path, if it starts. Some systems have a stub there that only says what to install. */
function tryChromium(executablePath: string, extra: Record<string, string> = {}): FoundChromium | undefined {
  if (!existsSync(executablePath)) return undefined;
  const env = { ...definedEnvironment(), ...extra };
  const found = { executablePath, args: launchArguments(), env };
  // On Windows, `--version` opens a window instead.
  if (process.platform === 'win32') return found;
  const asked = spawnSync(executablePath, ['--version', '--no-sandbox'], { env, encoding: 'utf8', timeout: 20_000 });
  return asked.status === 0 && /\d+\.\d+\.\d+/.test(asked.stdout) ? found : undefined;
}

function carriedChromium(): FoundChromium | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = unpackCarried();
  const executablePath = join(folder, 'chromium');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  // The package's libraries only if the system lacks some, because the system's are newer.
  return tryChromium(executablePath, fonts) ?? tryChromium(executablePath, { ...fonts, LD_LIBRARY_PATH: libraries });
}

/**
 * Unpacks the package's Chromium with its libraries and fonts, and returns the folder. The package itself unpacks to
 * fixed names in the temporary folder, where parallel test workers could read a half-written file, or find another
 * user's. This unpacks to a new folder and then renames it atomically.
 */
function unpackCarried(): string {
  const entry = createRequire(new URL('../e2e/package.json', import.meta.url)).resolve('@sparticuz/chromium');
  const root = join(dirname(entry), '..');
  const { version } = parseVersion(readFileSync(join(root, 'package.json'), 'utf8'));
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;

  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'unpacking-'));
  try {
    const script = `
      const { default: chromium, inflate } = await import(${JSON.stringify(pathToFileURL(entry).href)});
      await chromium.executablePath();
      await inflate(${JSON.stringify(join(root, 'bin', 'al2023.tar.br'))});`;
    const unpacked = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, TMPDIR: fresh },
      encoding: 'utf8',
    });
    if (unpacked.status !== 0) throw new Error(`The carried Chromium cannot be unpacked: ${unpacked.stderr}`);
    writeFileSync(join(fresh, 'fonts.conf'), fontSettings(join(folder, 'fonts'), join(folder, 'fonts-cache')));
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process was faster, and has unpacked the same.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function fontSettings(fonts: string, cache: string): string {
  const folders = ['/usr/share/fonts', fonts].map((folder) => `<dir>${folder}</dir>`);
  return `<?xml version="1.0"?><fontconfig>${folders.join('')}<cachedir>${cache}</cachedir></fontconfig>\n`;
}

function parseVersion(text: string): { version: string } {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string') {
    return { version: parsed.version };
  }
  throw new Error('The package that carries Chromium has no version.');
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
