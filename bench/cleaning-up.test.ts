import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const MODULE = new URL('cleaning-up.ts', import.meta.url).href;

/** Runs work that starts something, and then this statement, in a process of its own. */
function runWith(statement: string) {
  const program = `
    import { cleaningUp } from '${MODULE}';
    await cleaningUp(async (cleanUp) => {
      cleanUp.defer(async () => console.log('stopped'));
      ${statement}
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
}

it.each([
  ['an error in what it awaits', "throw new Error('Broken.');"],
  ['an error that nobody awaits', "setTimeout(() => { throw new Error('Broken.'); });"],
  ['a promise that nobody awaits', "void Promise.reject(new Error('Broken.'));"],
])('stops what was started after %s, and shows the error', (_, statement) => {
  const { status, stdout, stderr } = runWith(statement);
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'stopped\n' });
  expect(stderr).toContain('Broken.');
});

it('stops what was started once, after two signals', () => {
  const { status, stdout } = runWith("for (const signal of ['SIGTERM', 'SIGINT']) process.kill(process.pid, signal);");
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'stopped\n' });
});
