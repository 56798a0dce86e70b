import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** Whether this machine has Docker with its plugin compose, and this user may use it. */
export const hasDocker = (): boolean =>
  ['docker compose version', 'docker info'].every((command) => spawnSync('sh', ['-c', command]).status === 0);

const running = new Set<ChildProcess>();

/** Starts a program, which `endAll` ends. */
export function start(program: string, args: readonly string[], options: object = {}): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

export async function endAll(): Promise<void> {
  for (const child of running) await end(child);
}

/** Waits half a minute at most. */
export async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer.`);
}
