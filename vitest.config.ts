import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const files = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;

/** The simulations first: the longest takes a third of the run, and would be the only one at its end. */
class SimulationsFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const isSimulation = ({ moduleId }: TestSpecification) => moduleId.includes('/server/simulations/');
    const others = specifications.filter((specification) => !isSimulation(specification));
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, not an array's
    return [...specifications.filter(isSimulation), ...(await super.sort(others))];
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Modules are read once a process and not once a file: nothing of ours keeps a state that another file could meet.
    isolate: false,
    // Tests wait for databases, servers and clocks a third of their time: two cores carry three files.
    maxWorkers: 3,
    // Long enough for a machine that is busy with other things: a limit is here to end what hangs, not to measure.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: SimulationsFirst },
    projects: [
      {
        extends: true,
        // One PostgreSQL for the run; started only if a test of the server is among those asked for.
        test: {
          name: 'server',
          include: [files('server')],
          globalSetup: ['server/testing/vitest-global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'rest', include: ['contract', 'sandbox', 'web', 'scripts'].map(files) } },
    ],
  },
});
