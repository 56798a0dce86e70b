import { spawnSync } from 'node:child_process';

/**
 * `npm run advisories` asks the registry for known vulnerabilities of the packages that an installation consists of, and
 * prints each with the time that SECURITY.md gives us to fix it. It exits with 0 if there are none, with 1 if there are, and
 * with 2 if the registry did not answer. It is not part of the tests: its result changes without a change of ours.
 */

interface Advisory {
  readonly source: number;
  readonly name: string;
  readonly range: string;
  readonly severity: 'info' | 'low' | 'moderate' | 'high' | 'critical';
  readonly title: string;
  readonly url: string;
}
/** What `npm audit --json` prints. A package is also listed for a vulnerable one that it needs, named in `via`. */
interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
  /** Why there is no answer. */
  readonly message?: string;
}

const DAYS_TO_FIX = { critical: 7, high: 7, moderate: 30, low: 30, info: 30 } as const;

const { stdout } = spawnSync('npm audit --omit=dev --json', { encoding: 'utf8', shell: true, maxBuffer: 2 ** 26 });
const report = reportIn(stdout);
if (report.vulnerabilities) {
  const found = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one === 'object'),
  );
  const advisories = [...new Map(found.map((advisory) => [advisory.source, advisory])).values()].toSorted(
    (a, b) => DAYS_TO_FIX[a.severity] - DAYS_TO_FIX[b.severity],
  );
  for (const { severity, name, range, title, url } of advisories) {
    console.log([`${DAYS_TO_FIX[severity]} days`, severity, `${name} ${range}`, title, url].join('\t'));
  }
  console.log(`Known vulnerabilities: ${advisories.length}`);
  process.exitCode = advisories.length === 0 ? 0 : 1;
} else {
  console.error(`The registry did not answer. ${report.message ?? ''}`);
  process.exitCode = 2;
}

function reportIn(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}
