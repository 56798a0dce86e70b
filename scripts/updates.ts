import { spawnSync } from 'node:child_process';
import { DAYS_TO_UPDATE, overdueUpdate } from './overdue-updates.ts';

/**
 * `npm run updates` asks the registry for newer versions of the packages that we name and that an installation consists of,
 * and prints those that SECURITY.md wants in use by now. It exits with 0 if there are none, with 1 if there are, and with 2
 * if the registry did not answer. It is not part of the tests: its result changes without a change of ours.
 */

interface Outdated {
  /** Unset for a package of another platform. */
  readonly current?: string;
  readonly latest: string;
}

const found = ask('npm outdated --omit=dev --workspaces --include-workspace-root --json');
if (found === undefined || 'error' in found) {
  console.error('The registry did not answer.');
  process.exitCode = 2;
} else {
  const now = new Date();
  const overdue = Object.entries(found as Record<string, Outdated | Outdated[]>).flatMap(([name, places]) => {
    const [{ current, latest } = { latest: '' }] = [places].flat();
    const times = current && (ask(`npm view ${name} time --json`) as Record<string, string> | undefined);
    const update = times && overdueUpdate({ current, latest, times }, now);
    return update ? [[name, current, `${update.version} is ${update.days} days old`].join('\t')] : [];
  });
  for (const line of overdue) console.log(line);
  console.log(`Packages with a newer version for more than ${DAYS_TO_UPDATE} days: ${overdue.length}`);
  process.exitCode = overdue.length === 0 ? 0 : 1;
}

function ask(command: string): object | undefined {
  const { stdout } = spawnSync(command, { encoding: 'utf8', shell: true, maxBuffer: 2 ** 26 });
  try {
    return JSON.parse(stdout) as object;
  } catch {
    return undefined;
  }
}
