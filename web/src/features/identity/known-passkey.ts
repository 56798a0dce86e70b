import { keep, readKept } from '../../api/browser-storage.ts';

const name = 'has-passkey';

/** Remembers that this browser has used a passkey here: the login page then offers it. */
export function rememberPasskey(): void {
  keep(name, 'yes');
}

export function hasUsedPasskey(): boolean {
  return readKept(name) !== undefined;
}
