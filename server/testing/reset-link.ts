import type { TestApp } from './test-app.ts';

/** Requests a password reset, waits for the email, and returns the token in it. */
export async function resetTokenFor(app: TestApp, email: string): Promise<string> {
  const before = app.mails.length;
  const { status } = await app.client().post('/api/auth/request-password-reset', { email });
  if (status !== 200) throw new Error(`The request for a link failed: ${status}`);
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await new Promise((wake) => setTimeout(wake, 5))) {
    const mail = app.mails.slice(before).find(({ to }) => to === email);
    const link = /https?:\S+/.exec(mail?.text ?? '')?.[0];
    if (link !== undefined) return new URL(link).searchParams.get('token') ?? '';
  }
  throw new Error(`No link arrived for ${email}`);
}
