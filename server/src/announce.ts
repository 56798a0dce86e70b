import type { Config, ImageSettings } from './config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts';

type Outside = { url: string } | undefined;

function describeGoogle({ signIn }: Config, outside: Outside): string {
  if (signIn.google === undefined) return 'off: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET';
  if (signIn.google !== 'embedded') return `client of GOOGLE_CLIENT_ID at ${new URL(signIn.google.discoveryUrl).host}`;
  return outside ? `embedded, its accounts are at ${outside.url}/openid` : 'off';
}

/** Tells whoever started the server where it is, what stands behind it, and how to get in. */
export function announce({ config, outside }: { config: Config; outside: Outside }): void {
  const lines = [
    '',
    `${config.productName} is running at ${config.publicUrl}`,
    '',
    `  Database   ${config.databaseUrl === undefined ? `embedded, in ${config.dataDirectory}` : 'PostgreSQL of DATABASE_URL'}`,
    `  Mail       ${outside && config.mail.smtpUrl === 'embedded' ? `embedded, read it at ${outside.url}/mail` : 'SMTP of SMTP_URL'}`,
    `  Google     ${describeGoogle(config, outside)}`,
    `  Cards      ${cardsOf(config, outside)}`,
    `  Hosted     ${hostedOf(config, outside)}`,
    `  Images     ${whereImagesAre(config.images)}`,
    `  Clinic     ${config.clinicTimeZone}, ${config.currency}`,
    `  API        ${config.publicUrl}/api/reference`,
  ];
  if (config.demo) {
    lines.push('', `  Demo accounts, each with the password ${DEMO_PASSWORD}`);
    for (const { email, what } of DEMO_ACCOUNTS) lines.push(`    ${email.padEnd(32)} ${what}`);
  }
  console.log(`${lines.join('\n')}\n`);
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

function hostedOf({ payments: { hosted } }: Config, outside: Outside): string {
  if (!hosted) return 'none';
  if (hosted.from === 'sandbox') return `embedded, look at ${outside?.url}/sslcommerz`;
  return hosted.live ? 'SSLCommerz' : 'SSLCommerz, test mode';
}
