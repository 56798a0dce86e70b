import type { Database } from '../../database/database.ts';
import { publish } from '../live/index.ts';
import { updateRole } from './store.ts';

/** Gives or removes a role, and notifies the person's open pages. Returns whether that changed anything. */
export async function setRole(tx: Database, change: Parameters<typeof updateRole>[1]): Promise<boolean> {
  const changed = await updateRole(tx, change);
  if (!changed) return false;
  const { id, isAdmin, isDoctor, isFrontDesk } = changed;
  await publish(tx, { to: [id], event: { type: 'role', isAdmin, isDoctor, isFrontDesk } });
  return true;
}
