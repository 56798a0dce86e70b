import { join } from 'node:path';
import { CLINIC, type ClinicConfig, clinicConfig } from './clinic.ts';
import { ConfigError } from './config-error.ts';
import { DATA, type DataConfig, dataConfig } from './data.ts';
import { IMAGES, type ImageSettings, imageSettings } from './images.ts';
import { installationSecret } from './installation-secret.ts';
import { MAIL, type MailConfig, mailConfig } from './mail.ts';
import { findMisspelt } from './misspelt-settings.ts';
import { MODE, type ModeConfig, modeConfig } from './mode.ts';
import { PAYMENTS, type PaymentSettings, paymentSettings } from './payments.ts';
import { refuseDemoWithRealThings } from './refuse-demo-with-real-things.ts';
import { SERVER, type ServerConfig, serverConfig } from './server.ts';
import { type Environment, readAll, readGroup, type SettingGroup } from './setting.ts';
import { SIGN_IN, type SignInConfig, signInConfig } from './sign-in.ts';
import { TEXT_MESSAGES, type TextSettings, textSettings } from './text-messages.ts';
import { TRACES, type TraceSettings, traceSettings } from './traces.ts';

/** All settings, in the order of `docs/settings.md`. */
export const SETTINGS: readonly SettingGroup[] = [
  MODE,
  SERVER,
  DATA,
  CLINIC,
  MAIL,
  TEXT_MESSAGES,
  IMAGES,
  SIGN_IN,
  PAYMENTS,
  TRACES,
];

const NAMES: ReadonlySet<string> = new Set(SETTINGS.flatMap(({ settings }) => Object.keys(settings)));

/** A sentence about each variable that is nearly a setting and none. */
export function misspeltSettings(environment: Environment = process.env): readonly string[] {
  return findMisspelt(environment, NAMES);
}

/** The validated settings. */
export interface Config extends ModeConfig, ServerConfig, DataConfig, ClinicConfig {
  readonly secret: string;
  readonly mail: MailConfig;
  readonly texts: TextSettings;
  readonly images: ImageSettings;
  readonly signIn: SignInConfig;
  readonly payments: PaymentSettings;
  /** Unset: no traces. */
  readonly traces: TraceSettings | undefined;
}

/**
 * Reads the settings. Nothing else reads `process.env`.
 *
 * @throws ConfigError with a sentence about each variable that is wrong
 */
export function readConfig(environment: Environment = process.env): Config {
  const mode = modeConfig(readGroup(MODE, environment));
  const { production, demo } = mode;
  const { server, data, clinic, mail, texts, payments, traces } = readAll({
    server: () => serverConfig(readGroup(SERVER, environment), mode),
    data: () => dataConfig(readGroup(DATA, environment), mode),
    clinic: () => clinicConfig(readGroup(CLINIC, environment)),
    mail: () => mailConfig(readGroup(MAIL, environment), mode),
    texts: () => textSettings(readGroup(TEXT_MESSAGES, environment), mode),
    payments: () => paymentSettings(readGroup(PAYMENTS, environment), mode),
    traces: () => traceSettings(readGroup(TRACES, environment)),
  });
  const { dataDirectory, databaseUrl } = data;
  const fallbackAddress = `no-reply@${demo ? 'openhours.example' : new URL(server.publicUrl).hostname}`;
  const directory = join(dataDirectory, 'images');
  // Anyone can sign in as anyone in the sandbox, so it replaces Google only in a demo on this machine.
  const standIn = demo && !production && !server.openToOthers;
  const signIn = signInConfig(readGroup(SIGN_IN, environment), { standIn });
  const images = imageSettings(readGroup(IMAGES, environment), { production, directory });
  if (demo) refuseDemoWithRealThings({ databaseUrl, payments, texts });
  // Last, because it may create the file: a refused start leaves nothing behind.
  const secret = data.secret ?? installationSecret(join(dataDirectory, 'auth-secret'));
  if (secret === data.secretBefore) {
    throw new ConfigError(
      'AUTH_SECRET_BEFORE is the secret that the clinic has now. Change AUTH_SECRET, or remove this one.',
    );
  }
  return {
    ...mode,
    ...server,
    ...data,
    ...clinic,
    secret,
    mail: { ...mail, fallbackAddress },
    texts,
    images,
    signIn,
    payments,
    traces,
  };
}
