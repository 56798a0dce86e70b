import type { Config } from '../config/config.ts';
import type { ImageSettings } from '../config/images.ts';
import type { DemoAccount } from '../demo/demo-accounts.ts';

type Outside = { url: string } | undefined;

function describeGoogle({ signIn }: Config, outside: Outside): string {
  if (signIn.google === undefined) return 'off: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET';
  if (signIn.google !== 'embedded') return `client of GOOGLE_CLIENT_ID at ${new URL(signIn.google.discoveryUrl).host}`;
  return outside ? `embedded, its accounts are at ${outside.url}/openid` : 'off';
}

/** Prints the server's address, the services it uses, and how to sign in. */
export function announce(started: {
  config: Config;
  version: string;
  clinic: { readonly name: string; readonly timeZone: string; readonly currency: string };
  outside: Outside;
  demoAccounts: readonly DemoAccount[];
  /** Of a clinic without an admin. */
  setupCode: string | undefined;
}): void {
  const { config, version, clinic, outside, demoAccounts, setupCode } = started;
  const lines = [
    '',
    `${clinic.name} is running at ${config.publicUrl} (Openhours ${version}, Node ${process.versions.node})`,
    '',
    `  Database   ${config.databaseUrl === undefined ? `embedded, in ${config.dataDirectory}` : 'PostgreSQL of DATABASE_URL'}`,
    `  Mail       ${outside && config.mail.smtpUrl === 'embedded' ? `embedded, read it at ${outside.url}/mail` : 'SMTP of SMTP_URL'}`,
    `  Texts      ${textsOf(config, outside)}`,
    `  Google     ${describeGoogle(config, outside)}`,
    `  Cards      ${cardsOf(config, outside)}`,
    `  Hosted     ${hostedOf(config, outside)}`,
    `  Images     ${whereImagesAre(config.images)}`,
    `  Clinic     ${clinic.timeZone}, ${clinic.currency}`,
    ...(config.apiReference ? [`  API        ${config.publicUrl}/api/reference`] : []),
  ];
  if (demoAccounts.length > 0) lines.push('', ...waysIn(demoAccounts));
  if (setupCode !== undefined) {
    lines.push('', '  Set up the clinic (valid for 24 hours, until the next start, or until it is used)');
    lines.push(`    ${config.publicUrl}/setup#code=${setupCode}`);
  }
  console.log(`${lines.join('\n')}\n`);
}

/** A random password is printed only at the start that creates it. */
function waysIn(accounts: readonly DemoAccount[]): readonly string[] {
  const lines = accounts.map(
    ({ email, what, password }) =>
      `    ${email.padEnd(28)} ${what.padEnd(8)} ${password ?? '(printed when it was created)'}`,
  );
  const isForgotten = accounts.some(({ password }) => password === undefined);
  return [
    '  Demo accounts and their passwords',
    ...lines,
    ...(isForgotten ? ['    `npm run demo:passwords` creates new passwords.'] : []),
  ];
}

function whereImagesAre(images: ImageSettings): string {
  switch (images.kind) {
    case 'disk':
      return `embedded, in ${images.directory}`;
    case 's3':
      return `bucket ${images.bucket} at ${images.endpoint}`;
    case 'imgbb':
      return `imgbb at ${images.endpoint}`;
  }
}

function cardsOf({ payments: { cards } }: Config, outside: Outside): string {
  if (!cards) return 'none';
  if (cards.from === 'sandbox') return `embedded, look at ${outside?.url}/stripe`;
  return cards.live ? 'Stripe' : 'Stripe, test mode';
}

function textsOf({ texts: { service } }: Config, outside: Outside): string {
  if (!service) return 'none';
  return service.from === 'sandbox' ? `embedded, read them at ${outside?.url}/twilio` : `sent by ${service.apiUrl}`;
}

function hostedOf({ payments: { hosted } }: Config, outside: Outside): string {
  if (!hosted) return 'none';
  if (hosted.from === 'sandbox') return `embedded, look at ${outside?.url}/sslcommerz`;
  return hosted.live ? 'SSLCommerz' : 'SSLCommerz, test mode';
}
