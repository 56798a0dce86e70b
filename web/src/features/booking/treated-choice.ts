import type { Dependant } from '@openhours/contract/dependants.ts';

type TreatedChoice = {
  /** Empty while it is not known, and if nobody is chosen. */
  name: string;
  /** Why somebody has to be chosen again, as a sentence; undefined if the choice is good. */
  error: string | undefined;
};

/**
 * Who is treated. A dependant may have been removed since they were chosen: then nobody is chosen, because the patient must
 * not get their child's appointment.
 *
 * @param chosenId empty for the user
 * @param dependants undefined while they load
 */
export function chooseTreated({
  chosenId,
  dependants,
  user,
}: {
  chosenId: string;
  dependants: readonly Pick<Dependant, '_id' | 'name'>[] | undefined;
  user: { displayName: string };
}): TreatedChoice {
  if (chosenId === '') return { name: user.displayName, error: undefined };
  const name = dependants?.find(({ _id }) => _id === chosenId)?.name;
  if (name !== undefined || !dependants) return { name: name ?? '', error: undefined };
  return { name: '', error: 'You no longer look after the person whom you chose. Please choose again.' };
}
