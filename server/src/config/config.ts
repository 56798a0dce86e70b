import { join, resolve } from 'node:path';
import { CLINIC, type ClinicConfig, clinicConfig } from './clinic.ts';
import { DATA, type DataConfig, dataConfig } from './data.ts';
import { IMAGES, type ImageSettings, imageSettings } from './images.ts';
import { MAIL, type MailConfig, mailConfig } from './mail.ts';
import { MODE, type ModeConfig, modeConfig } from './mode.ts';
import { PAYMENTS, type PaymentSettings, paymentSettings } from './payments.ts';
import { refuseDemoWithRealThings } from './refuse-demo-with-real-things.ts';
import { SERVER, type ServerConfig, serverConfig } from './server.ts';
import { type Environment, readGroup, type SettingGroup } from './setting.ts';
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

/** The validated settings. */
export interface Config extends ModeConfig, ServerConfig, DataConfig, ClinicConfig {
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
 * @throws ConfigError with one sentence that names the variable
 */
export function readConfig(environment: Environment = process.env): Config {
  const mode = modeConfig(readGroup(MODE, environment));
  const { production, demo } = mode;
  const server = serverConfig(readGroup(SERVER, environment), mode);
  const clinic = clinicConfig(readGroup(CLINIC, environment));
  const mail = mailConfig(readGroup(MAIL, environment), { ...mode, publicUrl: server.publicUrl });
  const texts = textSettings(readGroup(TEXT_MESSAGES, environment), mode);
  const payments = paymentSettings(readGroup(PAYMENTS, environment), mode);
  const traces = traceSettings(readGroup(TRACES, environment));
  // Anyone can sign in as anyone in the sandbox, so it replaces Google only in a demo on this machine.
  const standIn = demo && !production && !server.openToOthers;
  const signIn = signInConfig(readGroup(SIGN_IN, environment), { standIn });
  const dataValues = readGroup(DATA, environment);
  const directory = join(resolve(dataValues.DATA_DIR), 'images');
  const images = imageSettings(readGroup(IMAGES, environment), { production, directory });
  if (demo) refuseDemoWithRealThings({ databaseUrl: dataValues.DATABASE_URL, payments, texts });
  // Last, because it may create the secret file: a refused start leaves nothing behind.
  const data = dataConfig(dataValues, mode);
  return { ...mode, ...server, ...data, ...clinic, mail, texts, images, signIn, payments, traces };
}
