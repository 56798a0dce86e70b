import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

const folder = await mkdtemp(join(tmpdir(), 'openhours-config-'));
afterAll(() => rm(folder, { recursive: true }));

const SECRET = 'a secret that has enough characters';

function read(environment: Record<string, string> = {}) {
  return readConfig({ DATA_DIR: folder, AUTH_SECRET: SECRET, ...environment });
}

/** The settings that production requires. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://clinic.example',
  SMTP_URL: 'smtps://user:password@mail.example',
  MAIL_FROM: 'Clinic <clinic@clinic.example>',
  PAYMENTS: 'off',
};

function refusalOf(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error instanceof ConfigError ? error.message : '';
  }
  return 'accepted';
}

describe('without settings', () => {
  test('the server is a demo on this machine, with everything embedded', () => {
    expect(read()).toMatchObject({
      production: false,
      host: '127.0.0.1',
      localUrl: 'http://127.0.0.1:3000',
      openToOthers: false,
      apiReference: true,
      port: 3000,
      sandboxPort: 3100,
      publicUrl: 'http://localhost:3000',
      publicUrlIsFixed: false,
      trustedProxies: 0,
      databaseUrl: undefined,
      productName: 'Openhours',
      currency: 'USD',
      horizonDays: 180,
      maxUnpaidBookings: 10,
      rateLimits: true,
      demo: true,
      mail: { smtpUrl: 'embedded', from: undefined, fallbackAddress: 'no-reply@openhours.example' },
      logLevel: 'info',
    });
  });

  test("the zone is the machine's", () => {
    expect(read().clinicTimeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  // As Node has it with TZ='' or TZ=Nowhere/City.
  test.each([undefined, 'Etc/Unknown'])('a machine whose zone is %s needs CLINIC_TIME_ZONE', (timeZone) => {
    const options = Object.assign(Intl.DateTimeFormat().resolvedOptions(), { timeZone });
    const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    try {
      expect(refusalOf({})).toMatch(/^CLINIC_TIME_ZONE must be set/);
    } finally {
      spy.mockRestore();
    }
  });

  test('an empty variable counts as unset', () => {
    expect(read({ PORT: '', PRODUCT_NAME: '', PUBLIC_URL: '', RATE_LIMITS: '' })).toEqual(read());
  });
});

test('everything that is wrong is named at once, and nothing is left behind', async () => {
  const empty = await mkdtemp(join(folder, 'empty-'));
  const faults = refusalOf({
    NODE_ENV: 'production',
    DATA_DIR: empty,
    DATABASE_URL: 'x',
    PORT: 'x',
    HOST: 'x y',
    AUTH_SECRET: '',
  });
  expect(faults.split('\n').map((line) => /^[A-Z_]+/.exec(line)?.[0])).toEqual([
    'HOST',
    'PORT',
    'DATABASE_URL',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
  ]);
  expect(await readdir(empty)).toEqual([]);
});

test('the public address follows the port, and is written as browsers send it', () => {
  expect(read({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  const { publicUrl, publicUrlIsFixed } = read({ PUBLIC_URL: 'https://Clinic.example:443/' });
  expect({ publicUrl, publicUrlIsFixed }).toEqual({ publicUrl: 'https://clinic.example', publicUrlIsFixed: true });
});

describe('an invalid setting stops the start with a sentence that names the variable', () => {
  test.each([
    ['NODE_ENV', 'Production'],
    ['NODE_ENV', 'prod'],
    ['NODE_ENV', 'production '],
    ['HOST', 'clinic.example'],
    ['HOST', '127.0.0.1:3000'],
    ['API_REFERENCE', 'yes'],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '0x1072'],
    ['PORT', ' '],
    ['SANDBOX_PORT', 'x'],
    ['PUBLIC_URL', 'clinic.example'],
    ['PUBLIC_URL', 'ftp://clinic.example'],
    ['PUBLIC_URL', 'https://clinic.example/booking'],
    ['PUBLIC_URL', 'https://clinic.example/?lang=de'],
    ['PUBLIC_URL', 'https://user:password@clinic.example'],
    ['TRUSTED_PROXIES', '11'],
    ['TRUSTED_PROXIES', 'yes'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgresql://db.example/clinic#word'],
    ['DATABASE_DIRECT_URL', 'postgresql://me@db.example/clinic'],
    ['DATABASE_REPLICA_URL', 'postgresql://me@db.example/clinic'],
    ['DATABASE_POOL_SIZE', '3'],
    ['DATABASE_TIMEOUT_SECONDS', '0'],
    ['AUTH_SECRET', 'too short'],
    ['PRODUCT_NAME', '   '],
    ['PRODUCT_NAME', 'x'.repeat(61)],
    ['CLINIC_TIME_ZONE', 'Mars/Olympus'],
    ['CURRENCY', 'usd'],
    ['CURRENCY', 'DOLLAR'],
    ['CURRENCY', 'XYZ'],
    ['BOOKING_HORIZON_DAYS', '0'],
    ['MAX_UNPAID_BOOKINGS', '0'],
    ['RATE_LIMITS', 'no'],
    ['DEMO', 'true'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtps://user:p@ss#word@mail.example'],
    ['MAIL_FROM', 'Clinic'],
    ['MAIL_FROM', 'Clinic <nobody>'],
    ['MAIL_FROM', 'a@clinic.example, b@clinic.example'],
    ['MAIL_FROM', 'Weber, Dr. <mail@clinic.example>'],
    ['TEXTS_PER_PERSON', 'few'],
    ['TEXTS_PER_DAY', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    expect(refusalOf({ [name]: value })).toMatch(new RegExp(`^${name}: (must|has no effect) .+\\.$`));
  });
});

describe('the server', () => {
  const reach = (environment: Record<string, string>) => {
    const { host, localUrl, publicUrl, openToOthers } = read(environment);
    return { host, localUrl, publicUrl, openToOthers };
  };

  test('listens on this machine only, except in production or with HOST', () => {
    expect(reach({ DEMO: 'off' })).toMatchObject({ host: '127.0.0.1', openToOthers: false });
    expect(reach({ ...PRODUCTION, DEMO: 'on' })).toMatchObject({ host: '127.0.0.1' });
    expect(reach(PRODUCTION)).toMatchObject({ host: undefined, openToOthers: true });
    expect(reach({ HOST: 'localhost' })).toEqual(reach({}));
    expect(reach({ HOST: '127.9.9.9' })).toMatchObject({ openToOthers: false });
    expect(reach({ HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', openToOthers: true });
  });

  test('counts as reachable by others behind a proxy or a public address', () => {
    expect(reach({ TRUSTED_PROXIES: '1' })).toMatchObject({ host: '127.0.0.1', openToOthers: true });
    expect(reach({ PUBLIC_URL: 'https://demo.example' })).toMatchObject({ host: '127.0.0.1', openToOthers: true });
    expect(reach({ PUBLIC_URL: 'http://localhost:5173' })).toMatchObject({ openToOthers: false });
  });

  test('has an address that works on this machine', () => {
    const urls = (HOST: string) => Object.values(reach({ HOST })).slice(1, 3);
    expect(urls('0.0.0.0')).toEqual(['http://127.0.0.1:3000', 'http://localhost:3000']);
    expect(urls('::')).toEqual(['http://127.0.0.1:3000', 'http://localhost:3000']);
    expect(urls('::1')).toEqual(['http://[::1]:3000', 'http://localhost:3000']);
    expect(urls('192.168.1.5')).toEqual(['http://192.168.1.5:3000', 'http://192.168.1.5:3000']);
  });
});

describe('a demo', () => {
  const LIVE_STRIPE = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLIC_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const LIVE_SSLCOMMERZ = { SSLCOMMERZ_STORE_ID: 's', SSLCOMMERZ_STORE_PASSWORD: 'p', SSLCOMMERZ_LIVE: 'on' };
  const WAY_OUT = 'set NODE_ENV=production for a real clinic, or DEMO=off.';

  test.each([
    ['DATABASE_URL', { DATABASE_URL: 'postgresql://db.example/clinic' }],
    ['STRIPE_SECRET_KEY', LIVE_STRIPE],
    ['SSLCOMMERZ_LIVE', LIVE_SSLCOMMERZ],
  ])('is refused with settings of a real clinic (%s), whether DEMO is set or not', (name, real) => {
    const inProduction = { ...PRODUCTION, PAYMENTS: 'sandbox', DEMO: 'on' };
    for (const environment of [real, { ...real, DEMO: 'on' }, { ...inProduction, ...real }]) {
      const sentence = refusalOf(environment);
      expect(sentence).toMatch(new RegExp(`^${name}\\b`));
      expect(sentence).toContain(WAY_OUT);
    }
    expect(refusalOf({ ...real, DEMO: 'off' })).toBe('accepted');
  });

  test('accepts test keys', () => {
    const keys = { ...LIVE_STRIPE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLIC_KEY: 'pk_test_1' };
    expect(refusalOf(keys)).toBe('accepted');
  });
});

describe('in production', () => {
  test('needs no more than the required settings, and has no demo', () => {
    expect(read(PRODUCTION)).toMatchObject({ production: true, demo: false, rateLimits: true, publicUrlIsFixed: true });
  });

  test.each([
    [{ PUBLIC_URL: '' }, /^PUBLIC_URL must be set in production: .+\.$/],
    [{ SMTP_URL: '' }, /^SMTP_URL must be set in production: .+\.$/],
    [{ MAIL_FROM: '' }, /^MAIL_FROM must be set in production: .+\.$/],
    [{ PAYMENTS: '' }, /^STRIPE_SECRET_KEY or SSLCOMMERZ_STORE_ID must be set in production, or PAYMENTS: .+\.$/],
    [{ STRIPE_SECRET_KEY: 'sk_live_x' }, /^STRIPE_PUBLIC_KEY must be set as well, because STRIPE_SECRET_KEY is\.$/],
    [{ RATE_LIMITS: 'off' }, /^RATE_LIMITS=off is for tests and refused in production\.$/],
    [
      { DATABASE_URL: 'postgresql://db.example/clinic', AUTH_SECRET: '' },
      /^AUTH_SECRET must be set in production: .+\.$/,
    ],
  ])('is refused with a missing setting: %j', (gap, sentence) => {
    expect(refusalOf({ ...PRODUCTION, ...gap })).toMatch(sentence);
  });

  test('publishes the API reference only if set to', () => {
    expect(read(PRODUCTION).apiReference).toBe(false);
    expect(read({ ...PRODUCTION, API_REFERENCE: 'on' }).apiReference).toBe(true);
    expect(read({ API_REFERENCE: 'off' }).apiReference).toBe(false);
  });

  test('accepts demo features that are set explicitly', () => {
    const { demo, mail } = read({ ...PRODUCTION, SMTP_URL: 'embedded', MAIL_FROM: '', DEMO: 'on' });
    expect({ demo, smtpUrl: mail.smtpUrl }).toEqual({ demo: true, smtpUrl: 'embedded' });
  });
});

describe('the installation secret', () => {
  test("is created once, in a file that only the server's user can read", async () => {
    const first = read({ AUTH_SECRET: '' }).secret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(read({ AUTH_SECRET: '' }).secret).toBe(first);
    const file = join(folder, 'auth-secret');
    expect((await readFile(file, 'utf8')).trim()).toBe(first);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test('is not the one before', () => {
    const secret = 'another secret that has enough characters';
    expect(refusalOf({ AUTH_SECRET: secret, AUTH_SECRET_BEFORE: secret })).toMatch(/^AUTH_SECRET_BEFORE is the secret/);
    expect(read({ AUTH_SECRET_BEFORE: secret }).secretBefore).toBe(secret);
  });

  test('does not replace a damaged file', async () => {
    const damaged = await mkdtemp(join(folder, 'damaged-'));
    await writeFile(join(damaged, 'auth-secret'), 'short');
    expect(refusalOf({ DATA_DIR: damaged, AUTH_SECRET: '' })).toMatch(/^AUTH_SECRET: the file .+ is damaged\./);
  });

  test('explains in one sentence that a directory is not writable', async () => {
    await writeFile(join(folder, 'a-file'), '');
    expect(refusalOf({ DATA_DIR: join(folder, 'a-file/data'), AUTH_SECRET: '' })).toMatch(
      /^DATA_DIR: the directory cannot be used \(.+\)\.$/,
    );
  });

  test('does not appear in the error message', () => {
    expect(refusalOf({ AUTH_SECRET: 'short-secret-value' })).not.toContain('short-secret-value');
    expect(refusalOf({ SMTP_URL: 'http://user:mail-password@x' })).not.toContain('mail-password');
    expect(refusalOf({ DATABASE_URL: 'http://user:db-password@x' })).not.toContain('db-password');
  });
});
