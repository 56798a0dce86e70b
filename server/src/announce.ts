import type { Config, ImageSettings } from './config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts';

/** Tells whoever started the server where it is, what stands behind it, and how to get in. */
export function announce({ config, outside }: { config: Config; outside: { url: string } | undefined }): void {
  const lines = [
    '',
    `${config.productName} is running at ${config.publicUrl}`,
    '',
    `  Database   ${config.databaseUrl === undefined ? `embedded, in ${config.dataDirectory}` : 'PostgreSQL of DATABASE_URL'}`,
    `  Mail       ${outside ? `embedded, read it at ${outside.url}/mail` : 'SMTP of SMTP_URL'}`,
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
