import type { Config } from './config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts';

/** Tells whoever started the server where it is, what stands behind it, and how to get in. */
export function announce({ config, outside }: { config: Config; outside: Outside }): void {
  const lines = [
    '',
    `${config.productName} is running at ${config.publicUrl}`,
    '',
    `  Database   ${config.databaseUrl === undefined ? `embedded, in ${config.dataDirectory}` : 'PostgreSQL of DATABASE_URL'}`,
    `  Mail       ${config.mail.smtpUrl === 'embedded' ? `embedded, read it at ${outside?.url}/mail` : 'SMTP of SMTP_URL'}`,
    `  Cards      ${cardsOf(config, outside)}`,
    `  Hosted     ${hostedOf(config, outside)}`,
    `  Clinic     ${config.clinicTimeZone}, ${config.currency}`,
    `  API        ${config.publicUrl}/api/reference`,
  ];
  if (config.demo) {
    lines.push('', `  Demo accounts, each with the password ${DEMO_PASSWORD}`);
    for (const { email, what } of DEMO_ACCOUNTS) lines.push(`    ${email.padEnd(32)} ${what}`);
  }
  console.log(`${lines.join('\n')}\n`);
}

type Outside = { url: string } | undefined;

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
