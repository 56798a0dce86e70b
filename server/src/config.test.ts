import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhours-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

const SECRET = 'a secret that has enough characters';

function read(environment: Record<string, string> = {}) {
  return readConfig({ DATA_DIR: folder, AUTH_SECRET: SECRET, ...environment });
}

/** All that a clinic in production has to name. */
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

describe('with nothing set', () => {
  test('it is a demo on this machine, with everything embedded', () => {
    expect(read()).toMatchObject({
      production: false,
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
      mail: { smtpUrl: 'embedded', from: 'Openhours <no-reply@openhours.example>' },
      logLevel: 'info',
    });
  });

  test('the zone is that of the machine', () => {
    expect(read().clinicTimeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  test('an empty variable counts as unset', () => {
    expect(read({ PORT: '', PRODUCT_NAME: '', PUBLIC_URL: '', RATE_LIMITS: '' })).toEqual(read());
  });
});

test('the address follows the port, and a slash at its end does not matter', () => {
  expect(read({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  const { publicUrl, publicUrlIsFixed } = read({ PUBLIC_URL: 'https://clinic.example/' });
  expect({ publicUrl, publicUrlIsFixed }).toEqual({ publicUrl: 'https://clinic.example', publicUrlIsFixed: true });
});

describe('what cannot be right stops the start with a sentence that names the variable', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['SANDBOX_PORT', 'x'],
    ['PUBLIC_URL', 'clinic.example'],
    ['PUBLIC_URL', 'ftp://clinic.example'],
    ['TRUSTED_PROXIES', '11'],
    ['TRUSTED_PROXIES', 'yes'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['AUTH_SECRET', 'too short'],
    ['PRODUCT_NAME', '   '],
    ['PRODUCT_NAME', 'x'.repeat(61)],
    ['CLINIC_TIME_ZONE', 'Mars/Olympus'],
    ['CURRENCY', 'usd'],
    ['CURRENCY', 'DOLLAR'],
    ['BOOKING_HORIZON_DAYS', '0'],
    ['MAX_UNPAID_BOOKINGS', '0'],
    ['RATE_LIMITS', 'no'],
    ['DEMO', 'true'],
    ['SMTP_URL', 'mail.example'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    expect(refusalOf({ [name]: value })).toMatch(new RegExp(`^${name}: .+\\.$`));
  });
});

describe('in production', () => {
  test('the settings that it wants are enough, and there is no demo', () => {
    expect(read(PRODUCTION)).toMatchObject({ production: true, demo: false, rateLimits: true, publicUrlIsFixed: true });
  });

  test.each([
    [{ PUBLIC_URL: '' }, /^PUBLIC_URL must be set in production: .+\.$/],
    [{ SMTP_URL: '' }, /^SMTP_URL must be set in production: .+\.$/],
    [{ MAIL_FROM: '' }, /^MAIL_FROM must be set in production: .+\.$/],
    [{ PAYMENTS: '' }, /^STRIPE_SECRET_KEY or SSLCOMMERZ_STORE_ID must be set in production, or PAYMENTS: .+\.$/],
    [{ STRIPE_SECRET_KEY: 'sk_live_x' }, /^STRIPE_PUBLIC_KEY must be set together with STRIPE_SECRET_KEY\.$/],
    [{ RATE_LIMITS: 'off' }, /^RATE_LIMITS=off is for tests and refused in production\.$/],
    [
      { DATABASE_URL: 'postgresql://db.example/clinic', AUTH_SECRET: '' },
      /^AUTH_SECRET must be set in production: .+\.$/,
    ],
  ])('a gap is refused: %j', (gap, sentence) => {
    expect(refusalOf({ ...PRODUCTION, ...gap })).toMatch(sentence);
  });

  test('what belongs to a demo is there for whoever names it', () => {
    const { demo, mail } = read({ ...PRODUCTION, SMTP_URL: 'embedded', MAIL_FROM: '', DEMO: 'on' });
    expect({ demo, smtpUrl: mail.smtpUrl }).toEqual({ demo: true, smtpUrl: 'embedded' });
  });
});

describe('the secret of an installation', () => {
  test('is made once, kept where only we can read it, and the same ever after', async () => {
    const first = read({ AUTH_SECRET: '' }).secret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(read({ AUTH_SECRET: '' }).secret).toBe(first);
    const file = join(folder, 'auth-secret');
    expect((await readFile(file, 'utf8')).trim()).toBe(first);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test('is not made anew over a damaged one', async () => {
    const damaged = await mkdtemp(join(folder, 'damaged-'));
    await writeFile(join(damaged, 'auth-secret'), 'short');
    expect(refusalOf({ DATA_DIR: damaged, AUTH_SECRET: '' })).toMatch(/^AUTH_SECRET: the file .+ is damaged\./);
  });

  test('stays out of the sentence that refuses it', () => {
    expect(refusalOf({ AUTH_SECRET: 'short-secret-value' })).not.toContain('short-secret-value');
    expect(refusalOf({ SMTP_URL: 'http://user:mail-password@x' })).not.toContain('mail-password');
    expect(refusalOf({ DATABASE_URL: 'http://user:db-password@x' })).not.toContain('db-password');
  });
});
