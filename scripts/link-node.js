// `npm ci` runs this at its end. Plain JavaScript, because it must run on every Node that can install the packages.
//
// Node 26 is a package for each platform, and each of these packages has the command `node`. npm 10, which comes with Node 20
// and 22, links the command of this platform, and then deletes it together with those of the others.
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(process.cwd(), 'node_modules');
const COMMANDS = join(PACKAGES, '.bin');

const installed = readdirSync(PACKAGES).find((name) => /^node-.*(linux|darwin|win)-/.test(name));
if (installed !== undefined) {
  mkdirSync(COMMANDS, { recursive: true });
  const link = join(COMMANDS, process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!existsSync(link)) {
    if (process.platform === 'win32') writeFileSync(link, `@"%~dp0\\..\\${installed}\\bin\\node.exe" %*\r\n`);
    else symlinkSync(join('..', installed, 'bin/node'), link);
  }
}
