import type { Mail } from '../../providers/mail/port.ts';

/** The email of 'Send me a test email'. */
export function testMail({
  to,
  clinic,
  publicUrl,
}: {
  to: string;
  clinic: { readonly name: string };
  publicUrl: string;
}): Mail {
  return {
    to,
    subject: `Test email from ${clinic.name}`,
    text: [
      'Hello,',
      '',
      `You asked ${clinic.name} for a test email. It has arrived, so the clinic can send email.`,
      '',
      publicUrl,
    ].join('\n'),
  };
}
