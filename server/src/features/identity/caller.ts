/** Who makes a request, as the database knows them at this moment. */
export interface Caller {
  readonly personId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly photoURL: string | null;
  readonly emailVerified: boolean;
  readonly isAdmin: boolean;
  readonly isDoctor: boolean;
  readonly via: 'cookie' | 'bearer';
}
