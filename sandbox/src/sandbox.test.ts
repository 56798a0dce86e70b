import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { startSandbox } from './index.ts';

test('refuses to start in production', async () => {
  await expect(startSandbox({ port: 0, production: true })).rejects.toThrow('does not run in production');
});

test('lists its parts on the front page, and stops completely', async () => {
  const sandbox = await startSandbox({ port: 0, production: false });
  const front = await fetch(sandbox.url);
  expect(front.status).toBe(200);
  expect(await front.text()).toContain('<a href="/mail">');
  await sandbox.stop();
  await expect(fetch(sandbox.url)).rejects.toThrow();
});

test('reports the port that is taken and leaves nothing running', async () => {
  const first = await startSandbox({ port: 0, production: false });
  const port = Number(new URL(first.url).port);
  const smtpPort = Number(new URL(first.smtpUrl).port);
  await expect(startSandbox({ port, production: false })).rejects.toThrow(`cannot use port ${port}: another program`);
  await expect(startSandbox({ port: 0, smtpPort, production: false })).rejects.toThrow(`cannot use port ${smtpPort}`);
  await first.stop();
});

test('refuses foreign host names, so a site cannot read it by DNS rebinding', async () => {
  const sandbox = await startSandbox({ port: 0, production: false });
  const status = await new Promise((resolve, reject) => {
    request(`${sandbox.url}/mail.json`, { headers: { host: 'evil.example' } }, (answer) => resolve(answer.statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(421);
  await sandbox.stop();
});

test('listens on the loopback interface only', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((address) => !address.internal && address.family === 'IPv4');
  if (!outside) return;
  const sandbox = await startSandbox({ port: 0, production: false });
  for (const url of [sandbox.url, sandbox.smtpUrl]) {
    const reached = await new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), outside.address);
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    expect(reached).toBe(false);
  }
  await sandbox.stop();
});
