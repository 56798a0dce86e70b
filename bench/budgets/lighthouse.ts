import lighthouse from 'lighthouse';

/** The worst value of several runs, for each figure. */
interface Report {
  readonly lcpSeconds: number;
  readonly cls: number;
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly search: number;
  /** Lighthouse's benchmark of the machine in the slowest run. */
  readonly machine: number;
  /** Audits that failed in some run, except performance. */
  readonly failed: readonly string[];
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Runs Lighthouse's mobile preset (slow 4G and a processor slowed four times, both simulated) in the browser on this
 * port, with its cookies.
 */
export async function runLighthouse(url: string, { port, runs }: { port: number; runs: number }): Promise<Report> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await runOnce(url, port));
  const worst = (figure: (report: Report) => number, pick: (...figures: number[]) => number) =>
    pick(...reports.map(figure));
  return {
    lcpSeconds: worst(({ lcpSeconds }) => lcpSeconds, Math.max),
    cls: worst(({ cls }) => cls, Math.max),
    performance: worst(({ performance }) => performance, Math.min),
    accessibility: worst(({ accessibility }) => accessibility, Math.min),
    bestPractices: worst(({ bestPractices }) => bestPractices, Math.min),
    search: worst(({ search }) => search, Math.min),
    machine: worst(({ machine }) => machine, Math.min),
    failed: [...new Set(reports.flatMap(({ failed }) => failed))],
  };
}

async function runOnce(url: string, port: number): Promise<Report> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES });
  if (!result) throw new Error(`Lighthouse has nothing to say of ${url}.`);
  const { audits, categories, environment, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const failed = ['accessibility', 'best-practices', 'seo']
    .flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    lcpSeconds: figure('largest-contentful-paint') / 1000,
    cls: figure('cumulative-layout-shift'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    search: score('seo'),
    machine: environment.benchmarkIndex,
    failed,
  };
}
