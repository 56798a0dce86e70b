/**
 * Who may make a call. The server checks it for every call before it reads the body; `access-matrix.test.ts` tests
 * every call with every kind of caller.
 */
export type Access =
  /** Anyone. `recognise`: the call learns who is signed in, if anyone. 'leniently': an invalid token counts as nobody. */
  | { readonly who: 'everyone'; readonly recognise?: true | 'leniently' }
  /** Anyone signed in. The use case limits them to their own rows. */
  | { readonly who: 'signed-in' }
  /**
   * The person whose email address is in the URL, as the path or query parameter `email`.
   * `cookieOnly`: a bearer token is refused; only the browser's session cookie counts.
   */
  | { readonly who: 'self'; readonly orAdmin: boolean; readonly cookieOnly?: true }
  /** Doctors and admins. */
  | { readonly who: 'doctor-or-admin' }
  /** The front desk and admins. */
  | { readonly who: 'front-desk-or-admin' }
  /** Doctors, the front desk and admins. */
  | { readonly who: 'staff' }
  /** An admin of the clinic. */
  | { readonly who: 'admin' };

export const everyone: Access = { who: 'everyone' };
export const everyoneRecognised: Access = { who: 'everyone', recognise: true };
/** For calls that anyone may make with any token, as the specification's clients do. */
export const everyoneRecognisedLeniently: Access = { who: 'everyone', recognise: 'leniently' };
export const signedIn: Access = { who: 'signed-in' };
export const self: Access = { who: 'self', orAdmin: false };
export const selfOrAdmin: Access = { who: 'self', orAdmin: true };
export const doctorOrAdmin: Access = { who: 'doctor-or-admin' };
export const frontDeskOrAdmin: Access = { who: 'front-desk-or-admin' };
export const staff: Access = { who: 'staff' };
export const admin: Access = { who: 'admin' };

/** The access rule as the reference page shows it. */
export function describeAccess(access: Access): string {
  switch (access.who) {
    case 'everyone':
      return 'everyone';
    case 'signed-in':
      return 'anyone signed in';
    case 'self':
      return access.orAdmin ? 'the person themselves, or an admin' : 'the person themselves';
    case 'doctor-or-admin':
      return 'a doctor or an admin';
    case 'front-desk-or-admin':
      return 'the front desk or an admin';
    case 'staff':
      return 'a doctor, the front desk or an admin';
    case 'admin':
      return 'admin';
  }
}
