import { fieldOf, postJson, textField } from '../../api/http.ts';
import { explained } from '../identity/code-failure.ts';

const path = '/api/auth/two-factor';

/** An authenticator app that waits for its first code. */
export interface Setup {
  /** What the QR code contains. */
  uri: string;
  recoveryCodes: readonly string[];
}

/** Makes the secret of an authenticator app. It counts once `confirmAuthenticator` has succeeded. Throws ApiError. */
export async function beginAuthenticator({ password }: { password: string }): Promise<Setup> {
  const answer = await explained(postJson(`${path}/enable`, { password }));
  return { uri: textField(answer, 'totpURI') ?? '', recoveryCodes: codesIn(answer) };
}

/** Throws ApiError, also if another set-up has begun since, such as in another tab. */
export async function confirmAuthenticator({ code, recoveryCodes }: { code: string } & Setup): Promise<void> {
  await explained(postJson(`${path}/verify-totp`, { code: code.replaceAll(/\s/g, ''), recoveryCodes }), {
    INVALID_CODE: 'This code is wrong. Enter the one that your app shows now, or cancel and begin again.',
  });
}

export async function removeAuthenticator({ password }: { password: string }): Promise<void> {
  await explained(postJson(`${path}/disable`, { password }));
}

/** Makes new recovery codes. The old ones stop working. */
export async function makeRecoveryCodes({ password }: { password: string }): Promise<readonly string[]> {
  return codesIn(await explained(postJson(`${path}/generate-backup-codes`, { password })));
}

/** Adds a passkey of this device or of a security key. The password is checked before the browser asks. */
export async function addPasskey(passkey: { name: string; password: string }): Promise<void> {
  const { password } = passkey;
  const { addPasskey: add } = await import('../identity/passkeys.ts');
  if (password !== '') await explained(postJson('/api/auth/verify-password', { password }));
  await explained(add(passkey));
}

export async function renamePasskey({ id, name }: { id: string; name: string }): Promise<void> {
  await explained(postJson('/api/auth/passkey/update-passkey', { id, name }));
}

export async function removePasskey({ id, password }: { id: string; password: string }): Promise<void> {
  await explained(postJson('/api/auth/passkey/delete-passkey', { id, password }));
}

function codesIn(answer: unknown): readonly string[] {
  const codes = fieldOf(answer, 'backupCodes');
  return Array.isArray(codes) ? codes.map(String) : [];
}
