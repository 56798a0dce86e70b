import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import type { MeasuredPage } from './pages.ts';

const DIST = join(import.meta.dirname, '../../web/dist');
/** Longer than the application waits before it fetches in idle time. */
const LATER_MILLIS = 7000;
const SETTLE_MILLIS = 1000;

/** The sandbox's card entry, which replaces the provider's library from another origin. */
const OURS = /^\/assets\/(?!sandbox-card-entry)/;

/** kB of gzip, as in the built files, without the payment provider's scripts. */
interface JavaScriptSizes {
  readonly beforeUse: number;
  readonly inAll: number;
}

/** Opens the page with an empty cache and adds up its scripts, including inline ones. */
export async function measureJavaScript(context: BrowserContext, measured: MeasuredPage): Promise<JavaScriptSizes> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script' && OURS.test(pathname)) paths.add(pathname);
  });
  try {
    const answer = await page.goto(measured.path);
    await page.locator(measured.usable).first().waitFor();
    const early = [...paths];
    await page.waitForTimeout(LATER_MILLIS);
    await measured.use?.(page);
    await page.waitForTimeout(SETTLE_MILLIS);
    const inline = gzipped(inlineScripts((await answer?.text()) ?? ''));
    return { beforeUse: inline + (await sizeOf(early)), inAll: inline + (await sizeOf([...paths])) };
  } finally {
    await page.close();
  }
}

async function sizeOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => gzipped(await readFile(join(DIST, path)))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function inlineScripts(html: string): string {
  return [...html.matchAll(/<script nonce="[^"]*">([^]*?)<\/script>/g)].map(([, source]) => source).join('\n');
}

function gzipped(bytes: string | Uint8Array): number {
  return bytes.length === 0 ? 0 : gzipSync(bytes, { level: 9 }).length / 1000;
}
