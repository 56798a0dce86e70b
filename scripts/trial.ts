import { spawnSync } from 'node:child_process';

/** Prints what is so, or throws with what was found instead. */
export function check(what: string, isSo: boolean, found: unknown = ''): void {
  if (!isSo) throw new Error(`Not so: ${what} ${JSON.stringify(found)}`);
  console.log(`  ok  ${what}`);
}

/** Runs a program to its end. Returns its output, or throws if it fails. */
export function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Whether this machine has a program. */
export const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
