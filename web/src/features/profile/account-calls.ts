import { ApiError, fieldOf, getJson, postJson, textField } from '../../api/http.ts';

/** A place where the person is signed in. */
export type SignedInPlace = {
  id: string;
  /** By which the identity service is told to end it. */
  token: string;
  address: string | undefined;
  browser: string | undefined;
  since: Date;
  /** This very browser. */
  isHere: boolean;
};

/** Where the person is signed in, this browser first, then the latest. Throws ApiError. */
export async function listSignedInPlaces(signal?: AbortSignal): Promise<readonly SignedInPlace[]> {
  const [list, current] = await Promise.all([
    getJson('/api/auth/list-sessions', signal),
    getJson('/api/auth/get-session', signal),
  ]);
  if (!Array.isArray(list)) throw new ApiError({ message: 'The server sent no readable sessions.', status: 502 });
  const hereId = textField(fieldOf(current, 'session'), 'id');
  return list
    .flatMap((session) => readPlace(session, hereId))
    .toSorted((one, other) => Number(other.isHere) - Number(one.isHere) || other.since.getTime() - one.since.getTime());
}

function readPlace(session: unknown, hereId: string | undefined): SignedInPlace[] {
  const [id, token, since] = ['id', 'token', 'createdAt'].map((name) => textField(session, name));
  if (!id || !token || !since) return [];
  return [
    {
      id,
      token,
      address: textField(session, 'ipAddress'),
      browser: textField(session, 'userAgent'),
      since: new Date(since),
      isHere: id === hereId,
    },
  ];
}

/** Signs out one other place. Throws ApiError. */
export async function signOutAt({ token }: SignedInPlace): Promise<void> {
  await postJson('/api/auth/revoke-session', { token });
}

/** Signs out everywhere but here. Throws ApiError. */
export async function signOutElsewhere(): Promise<void> {
  await postJson('/api/auth/revoke-other-sessions', {});
}
