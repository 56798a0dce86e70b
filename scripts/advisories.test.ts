import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startLocalServer } from '../server/testing/local-server.ts';

const ROOT = join(import.meta.dirname, '..');

it.each([
  { known: 'none', answer: {}, status: 0, prints: 'Known vulnerabilities: 0\n' },
  {
    known: 'one in a package of the program, and one in a package of the tests',
    answer: {
      hono: [advisory(1, 'moderate')],
      playwright: [advisory(2, 'high')],
      nodemailer: [advisory(3, 'critical')],
    },
    status: 1,
    prints:
      '7 days\tcritical\tnodemailer *\tA title\thttps://advisories.example/3\n' +
      '30 days\tmoderate\thono *\tA title\thttps://advisories.example/1\n' +
      'Known vulnerabilities: 2\n',
  },
  { known: 'nothing, because the registry failed', answer: undefined, status: 2, prints: '' },
])('prints the known vulnerabilities and how soon they must be fixed: $known', async ({ answer, status, prints }) => {
  expect(await runWith(answer)).toEqual({ status, stdout: prints });
});

function advisory(id: number, severity: string) {
  return { id, severity, title: 'A title', url: `https://advisories.example/${id}`, vulnerable_versions: '*' };
}

/** Runs the script with a registry that knows these vulnerabilities; `undefined`: it does not answer. */
async function runWith(known: object | undefined): Promise<{ status: unknown; stdout: string }> {
  const listener = createServer((request, response) => {
    const isAsked = request.method === 'POST' && request.url?.endsWith('/advisories/bulk') === true;
    response.statusCode = isAsked && known ? 200 : 404;
    response.end(JSON.stringify(known ?? {}));
  });
  const registry = await startLocalServer(listener);
  const env = { ...process.env, npm_config_registry: `${registry.url}/`, npm_config_fetch_retries: '0' };
  try {
    return await new Promise((resolve) =>
      execFile(process.execPath, ['scripts/advisories.ts'], { cwd: ROOT, env }, (error, stdout) =>
        resolve({ status: error?.code ?? 0, stdout }),
      ),
    );
  } finally {
    await registry.close();
  }
}
