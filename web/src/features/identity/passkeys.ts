import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { ApiError, getJson, postJson } from '../../api/http.ts';

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

const unsupported = 'This browser cannot use passkeys. Try another browser, or use a code.';

/** Signs in with a passkey that the person chooses. Throws ApiError. */
export async function signInWithPasskey(): Promise<void> {
  const options = await getJson('/api/auth/passkey/generate-authenticate-options');
  // Our own server's answer, which the library checks.
  const response = await ask(() => startAuthentication({ optionsJSON: options as AuthenticationOptions }));
  await postJson('/api/auth/passkey/verify-authentication', { response });
}

/** Adds a passkey of this device or of a security key. Throws ApiError. */
export async function addPasskey({ name, password }: { name: string; password: string }): Promise<void> {
  const options = await getJson('/api/auth/passkey/generate-register-options');
  // Our own server's answer, which the library checks.
  const response = await ask(() => startRegistration({ optionsJSON: options as RegistrationOptions }));
  await postJson('/api/auth/passkey/verify-registration', { response, name, password });
}

/** The browser's dialog. */
async function ask<Answer>(start: () => Promise<Answer>): Promise<Answer> {
  if (!browserSupportsWebAuthn()) throw new ApiError({ message: unsupported, status: 0 });
  try {
    return await start();
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    const message = isKnown
      ? 'This device already has a passkey for your account.'
      : 'No passkey was used: you cancelled, it took too long, or this device has none. Please try again.';
    throw new ApiError({ message, status: 0 });
  }
}
