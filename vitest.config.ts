import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const files = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;

/**
 * The simulations first: the longest takes a third of the run. Then tests that wait for servers and databases to start, stop
 * or freeze: at the end of the run, a worker that waits would be the only one. The others by size.
 */
const START_WITH = [/\/server\/simulations\//, /\/server\/(tests|src\/database)\//];

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const turnOf = ({ moduleId }: TestSpecification) => {
      const turn = START_WITH.findIndex((part) => part.test(moduleId));
      return turn < 0 ? START_WITH.length : turn;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not an array's
    return (await super.sort(specifications)).toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Modules are read once a process and not once a file: nothing of ours keeps a state that another file could meet.
    isolate: false,
    // Tests wait for databases, servers and clocks a third of their time: two cores carry three files.
    maxWorkers: 3,
    // Most of what tests make is garbage at once: more room for it means fewer collections.
    execArgv: ['--max-semi-space-size=64'],
    // Long enough for a machine that is busy with other things: a limit is here to end what hangs, not to measure.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    setupFiles: ['scripts/end-hanging-file.ts'],
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        // One PostgreSQL for the run; started only if a test of the server is among those asked for.
        test: {
          name: 'server',
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: [files('server')],
          globalSetup: ['server/testing/vitest-global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'rest', include: ['bench', 'contract', 'sandbox', 'web', 'scripts'].map(files) } },
    ],
  },
});
