import { ApiError, fieldOf, getJson, postJson, textField } from '../../api/http.ts';
import { explained } from '../identity/code-failure.ts';

/** A session of the person. */
export type SignedInPlace = {
  id: string;
  address: string | undefined;
  browser: string | undefined;
  since: Date;
  /** This browser's own session. */
  isHere: boolean;
};

/** The person's sessions, this browser's first, then the latest. Throws ApiError. */
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
  const [id, since] = ['id', 'createdAt'].map((name) => textField(session, name));
  if (!id || !since) return [];
  return [
    {
      id,
      address: textField(session, 'ipAddress'),
      browser: textField(session, 'userAgent'),
      since: new Date(since),
      isHere: id === hereId,
    },
  ];
}

/** Ends another session. Throws ApiError. */
export async function signOutAt({ id }: SignedInPlace, { password }: { password: string }): Promise<void> {
  await explained(postJson('/api/auth/revoke-session', { id, password }));
}

/** Ends all other sessions. Throws ApiError. */
export async function signOutElsewhere({ password }: { password: string }): Promise<void> {
  await explained(postJson('/api/auth/revoke-other-sessions', { password }));
}
