import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import type { CurrentClinic } from '../clinic/index.ts';
import type { NewPasswords } from '../identity/index.ts';
import { finishSetup } from './finish-setup.ts';

/** Signs a person in with a password. Returns the session's cookies. */
export type SignIn = (who: { email: string; password: string; address: string }) => Promise<readonly string[]>;

/** The calls of `contract/setup.ts`. */
export function setupApi({
  clinic,
  newPasswords,
  signIn,
}: {
  clinic: Pick<CurrentClinic, 'refresh'>;
  newPasswords: NewPasswords;
  signIn: SignIn;
}) {
  const calls = implement(contract.setup).$context<CallContext>();
  return {
    finish: calls.finish.handler(async ({ context, input, errors }) => {
      const { db, address, now } = context;
      const outcome = await finishSetup(db, { setup: input, newPasswords, address, now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      const { email, password } = input.admin;
      context.setCookies(await signIn({ email, password, address }));
      await clinic.refresh();
      return { acknowledged: true };
    }),
  };
}
