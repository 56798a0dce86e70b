import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('Node can import the source without a bundler, as npm run dev and the benchmarks do', async () => {
  const sources = ['../src/open-application.ts', '../src/demo/seed-demo-clinic.ts'];
  const script = sources.map((source) => `await import('${import.meta.resolve(source)}');`).join('\n');
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stderr).toBe('');
});
