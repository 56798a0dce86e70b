import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
// Chosen here, before the workers start, so that all of them have the same.
import './morning-zone.ts';

const { executablePath, args, env } = findChromium();

// A page of a test lives for a second or two. Without V8's optimising compilers, which would run beside it on the cores that
// the tests need, all screens take a seventh less time. bench/ measures with them.
const shortLived = '--js-flags=--no-opt --no-maglev --single-threaded-gc --no-concurrent-sparkplug';

// The browser's own process also fetches and draws: processes of their own for that take a twelfth more processor time.
const fewProcesses = ['--enable-features=NetworkServiceInProcess2', '--in-process-gpu'];

// A page is drawn in tiles, each by a task of its own. Tiles of the usual 256 pixels make dozens of tasks for every page: larger
// ones take a sixteenth less processor time.
const largeTiles = ['--default-tile-width=1024', '--default-tile-height=1024'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './keep-demo.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // A worker is a browser, a server and a database. Half of a test's time is waiting: two cores carry three.
  workers: 3,
  // No retries: a test that passes on the second attempt has found a bug.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Long enough for a machine that is busy with other things: limits are here to end what hangs, not to measure.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'UTC',
    // Without a graphics card the processor draws every frame: motion takes a tenth of a journey's time. Journeys that need it
    // ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every test would add a third to their time. Request one if a screenshot and a log are not enough:
    // `npm run e2e -- --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: [...args, shortLived, ...fewProcesses, ...largeTiles], env },
  },
  projects: [{ name: 'chromium' }],
});
