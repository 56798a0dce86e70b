import type { SessionUser } from './session.ts';

/** Whether another person signed in. Signing out does not count: a signed-out page shows nobody's data. */
export function isAnotherPerson(
  before: Pick<SessionUser, 'uid'> | null | undefined,
  now: Pick<SessionUser, 'uid'> | null,
) {
  return Boolean(before && now && before.uid !== now.uid);
}
