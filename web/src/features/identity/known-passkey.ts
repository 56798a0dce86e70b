const key = 'has-passkey';

/** Remembers that this browser has used a passkey here: the login page then offers it. */
export function rememberPasskey(): void {
  try {
    localStorage.setItem(key, 'yes');
  } catch {}
}

export function hasUsedPasskey(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
