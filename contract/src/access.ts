/**
 * Who may make a call, as data. The server's one loop over the contract enforces it before a byte of the body is
 * read, and `access-matrix.test.ts` walks every call with every kind of caller.
 */
export type Access =
  /** Anyone. `recognise`: where someone is signed in, the call is told who. */
  | { readonly who: 'everyone'; readonly recognise?: true }
  /** Anyone signed in. What they get is limited to their own rows by the use case behind the call. */
  | { readonly who: 'signed-in' }
  /**
   * The person whose e-mail address stands in the URL (path or query) under the name `email`.
   * `cookieOnly`: a bearer token is not enough, the browser's own session is wanted.
   */
  | { readonly who: 'that-person'; readonly orAdmin: boolean; readonly cookieOnly?: true }
  /** Who writes for the clinic. */
  | { readonly who: 'doctor-or-admin' }
  /** An admin of the clinic. */
  | { readonly who: 'admin' };

export const everyone: Access = { who: 'everyone' };
export const everyoneRecognised: Access = { who: 'everyone', recognise: true };
export const signedIn: Access = { who: 'signed-in' };
export const thatPerson: Access = { who: 'that-person', orAdmin: false };
export const thatPersonOrAdmin: Access = { who: 'that-person', orAdmin: true };
export const doctorOrAdmin: Access = { who: 'doctor-or-admin' };
export const admin: Access = { who: 'admin' };

/** What a reader of the reference page is told about an access rule. */
export function describeAccess(access: Access): string {
  switch (access.who) {
    case 'everyone':
      return 'everyone';
    case 'signed-in':
      return 'anyone signed in';
    case 'that-person':
      return access.orAdmin ? 'that person, or an admin' : 'that person';
    case 'doctor-or-admin':
      return 'a doctor or an admin';
    case 'admin':
      return 'admin';
  }
}
