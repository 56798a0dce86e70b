import type { TestApp } from './test-app.ts';

/** Requests a password reset, and returns the token in the email. */
export async function resetTokenFor(app: TestApp, email: string): Promise<string> {
  await app.deliverMail();
  const before = app.mails.length;
  const { status } = await app.client().post('/api/auth/request-password-reset', { email });
  if (status !== 200) throw new Error(`The request for a link failed: ${status}`);
  await app.deliverMail();
  const mail = app.mails.slice(before).find(({ to }) => to === email);
  const token = /#token=(\S+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No link arrived for ${email}`);
  return token;
}
