import { passkey } from '@better-auth/passkey';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';

const NOT_VERIFIED = {
  code: 'USER_NOT_VERIFIED',
  message: 'This passkey did not check that it is you. Use one with a fingerprint, a face or a PIN.',
};

/**
 * Passkeys. One signs a person in without a password and counts as both factors, so the authenticator must have checked
 * who uses it. The address under which they are registered is the server's public one.
 */
export function passkeySignIn({ publicUrl, name }: { publicUrl: string; name: string }): BetterAuthPlugin {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: name,
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) => {
        if (verification.registrationInfo?.userVerified !== true) throw new APIError('BAD_REQUEST', NOT_VERIFIED);
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED', NOT_VERIFIED);
      },
    },
    schema: { passkey: { fields: { userId: 'personId' } } },
  });
}
