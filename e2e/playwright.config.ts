import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';

const { executablePath, args, env } = findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // A worker is a browser, a server and a database.
  workers: 2,
  // A test that passes at the second attempt has found something.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A recording of every test would cost a third of their time. Ask for one where a picture and a log are not enough:
    // `npm run e2e -- --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env },
  },
  projects: [{ name: 'chromium' }],
});
