import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { paintedPng, stripes } from '../../../testing/pictures.ts';
import { createImageDecoder } from './decoder.ts';
import { DECODER_MEMORY_BYTES } from './rules.ts';

const DECODER = new URL('./decoder.ts', import.meta.url).href;
const REFUSED = { kind: 'refused', refusal: { code: 'IMAGE_TOO_DEMANDING' } };

let good: Buffer;
/** About 4 kB, within the pixel limit for AVIF, but 440 MB to decode: 12 bits a sample, with transparency. */
let hungry: Buffer;

beforeAll(async () => {
  good = await stripes({ width: 60, height: 40 }).png().toBuffer();
  hungry = await sharp({ create: { width: 4200, height: 3090, channels: 4, background: '#f0a8' } })
    .avif({ effort: 0, bitdepth: 12 })
    .toBuffer();
});

function startDecoder(options: { deadlineMillis?: number } = {}) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const decoder = createImageDecoder({ log, ...options });
  onTestFinished(() => decoder.stop());
  return { decoder, lines };
}

/** The decoder processes started by a process, each with its resident memory in bytes. */
function decodersOf(parent: number): { pid: number; memory: number }[] {
  return processes()
    .filter(({ ppid, command }) => ppid === parent && command.includes('decoder-process.ts'))
    .map(({ pid, rss }) => ({ pid, memory: rss * 1024 }));
}

/** All processes, with their memory in kB. A minimal Linux has no `ps`. */
function processes(): { pid: number; ppid: number; rss: number; command: string }[] {
  if (process.platform !== 'linux') {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).split('\n');
    return rows.map((command) => {
      const [pid = 0, ppid = 0, rss = 0] = command.trim().split(/\s+/).map(Number);
      return { pid, ppid, rss, command };
    });
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const field = (of: string) => Number(new RegExp(`^${of}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return [{ pid: Number(name), ppid: field('PPid'), rss: field('VmRSS'), command }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function environmentOf(pid = 0): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/environ`, 'utf8');
  return execFileSync('ps', ['eww', '-p', String(pid)], { encoding: 'utf8' });
}
const own = () => decodersOf(process.pid);

/** Resolves when the process has ended. */
async function gone(pid = 0): Promise<void> {
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (isThere()) await sleep(20);
}

describe('a picture that takes too much', () => {
  it('memory ends the decoder process and is refused; the next picture is read', async () => {
    // Long enough that the deadline cannot end it.
    const { decoder, lines } = startDecoder({ deadlineMillis: 120_000 });
    await decoder.prepare(good);
    const ours = process.memoryUsage.rss();
    let peak = 0;
    const sample = setInterval(() => (peak = Math.max(peak, ...own().map(({ memory }) => memory))), 20);
    expect(hungry.byteLength).toBeLessThan(10_000);
    expect(await decoder.prepare(hungry)).toEqual(REFUSED);
    clearInterval(sample);

    expect(peak).toBeGreaterThan(DECODER_MEMORY_BYTES / 4);
    expect(peak).toBeLessThan(DECODER_MEMORY_BYTES * 1.15);
    expect(process.memoryUsage.rss() - ours).toBeLessThan(50_000_000);
    expect(lines.join('')).toContain('"signal":"SIGKILL"');
    expect(own()).toEqual([]);
    expect((await decoder.prepare(good)).kind).toBe('prepared');
  });

  it('time ends the decoder process and is refused; the next picture is read', async () => {
    const { decoder } = startDecoder({ deadlineMillis: 150 });
    const slow = await stripes({ width: 7000, height: 5700 }).png({ compressionLevel: 1 }).toBuffer();
    expect(await decoder.prepare(slow)).toEqual(REFUSED);
    expect(own()).toEqual([]);
    expect((await startDecoder().decoder.prepare(good)).kind).toBe('prepared');
  });
});

describe('the decoder process', () => {
  it('starts with the first picture, reads one at a time, and ends when stopped', async () => {
    const { decoder } = startDecoder();
    expect(own()).toEqual([]);
    const order: number[] = [];
    const pictures = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const preparation = await decoder.prepare(good);
        order.push(number);
        return preparation.kind;
      }),
    );
    expect([pictures, order]).toEqual([
      ['prepared', 'prepared', 'prepared'],
      [1, 2, 3],
    ]);
    expect(own()).toHaveLength(1);
    await decoder.stop();
    expect(own()).toEqual([]);
  });

  it('is replaced after it was killed', async () => {
    const { decoder } = startDecoder();
    await decoder.prepare(good);
    const [child] = own();
    process.kill(child?.pid ?? 0, 'SIGKILL');
    await gone(child?.pid);
    expect((await decoder.prepare(good)).kind).toBe('prepared');
  });

  it("gets none of the server's environment variables", async () => {
    const secret = 'only-the-server-may-know';
    process.env['AUTH_SECRET'] = secret;
    onTestFinished(() => void delete process.env['AUTH_SECRET']);
    const { decoder } = startDecoder();
    await decoder.prepare(good);
    const [child] = own();
    const withVariables = environmentOf(child?.pid);
    expect(withVariables).toContain('NODE_CHANNEL_FD');
    expect(withVariables).not.toContain(secret);
    expect(withVariables).not.toContain('HOME=');
  });
});

describe('a server that is killed in the middle of a picture', () => {
  const program = `
    import { createImageDecoder } from ${JSON.stringify(DECODER)};
    import { createRequire } from 'node:module';
    const decoder = createImageDecoder({ log: { warn: () => undefined } });
    const bytes = Buffer.from(process.argv[1], 'base64');
    await decoder.prepare(Buffer.from('no picture'));
    void decoder.prepare(bytes);
    console.log('decoding');
    setInterval(() => undefined, 1000);
  `;
  let server: ReturnType<typeof spawn>;
  afterAll(() => void server.kill('SIGKILL'));

  it('ends its decoder too', async () => {
    const slow = paintedPng(8000, 5000);
    server = spawn(process.execPath, ['--input-type=module', '-e', program, slow.toString('base64')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (server.stdout) await once(server.stdout, 'data');
    const [child] = decodersOf(server.pid ?? 0);
    expect(child).toBeDefined();
    server.kill('SIGKILL');
    await gone(child?.pid);
    expect(decodersOf(server.pid ?? 0)).toEqual([]);
  });
});
