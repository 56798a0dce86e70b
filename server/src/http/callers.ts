import { type Caller, isStaff } from '../call/caller.ts';
import type { Database } from '../database/database.ts';
import type { AccessTokens } from '../features/identity/access-token.ts';
import type { Auth } from '../features/identity/auth.ts';
import { findingHiddenError } from '../features/identity/running-call.ts';
import { findSecondFactorRule } from '../features/identity/second-factor-store.ts';
import { findingCallersBySession } from '../features/identity/store.ts';
import { correctedMark, withoutSessionEnd } from './signed-in-mark.ts';

export interface Callers {
  /**
   * The caller of a request. If a bearer token is sent, only it counts: an invalid one never falls back to the cookie.
   * `setCookies` renews the browser's session and corrects its `signed_in` cookie (`signed-in-mark.ts`).
   */
  find(headers: Headers): Promise<{ caller: Caller | undefined; badToken: boolean; setCookies: readonly string[] }>;
}

const BEARER = /^bearer +(\S+)$/i;

export function createCallers(options: {
  auth: Auth;
  accessTokens: AccessTokens;
  db: Database;
  secureCookies: boolean;
}): Callers {
  const { auth, accessTokens, db, secureCookies } = options;
  const findBySession = findingCallersBySession(db);

  async function byBearer(authorization: string): Promise<Caller | undefined> {
    const token = BEARER.exec(authorization.trim())?.[1];
    const claims = token === undefined ? undefined : await accessTokens.verify(token);
    if (!claims) return undefined;
    const found = await findBySession({ ...claims, now: new Date() });
    return found && withheldFrom({ ...found, via: 'bearer' });
  }

  /** The caller, without roles if the clinic requires a second factor of staff and they have none. */
  async function withheldFrom(caller: Caller): Promise<Caller> {
    if (!isStaff(caller) || caller.hasSecondFactor || !(await findSecondFactorRule(db))) return caller;
    return { ...caller, isAdmin: false, isDoctor: false, isFrontDesk: false, needsSecondFactor: true };
  }

  return {
    async find(headers) {
      const authorization = headers.get('authorization');
      if (authorization !== null) {
        const caller = await byBearer(authorization);
        return { caller, badToken: caller === undefined, setCookies: [] };
      }
      const cookie = headers.get('cookie');
      if (cookie === null) return { caller: undefined, badToken: false, setCookies: [] };

      const { response, headers: answered } = await findingHiddenError(() =>
        auth.api.getSession({ headers, returnHeaders: true }),
      );
      const mark = correctedMark(cookie, { signedIn: response !== null, secure: secureCookies });
      const setCookies = [...withoutSessionEnd(answered.getSetCookie()), ...(mark === undefined ? [] : [mark])];
      if (!response) return { caller: undefined, badToken: false, setCookies };
      const { user, session } = response;
      const caller: Caller = {
        personId: user.id,
        sessionId: session.id,
        email: user.email,
        name: user.name,
        photoURL: user.image ?? null,
        phone: user.phone ?? null,
        emailVerified: user.emailVerified,
        isAdmin: user.isAdmin === true,
        isDoctor: user.isDoctor === true,
        isFrontDesk: user.isFrontDesk === true,
        hasSecondFactor: user.twoFactorEnabled === true,
        via: 'cookie',
      };
      return { caller: await withheldFrom(caller), badToken: false, setCookies };
    },
  };
}
