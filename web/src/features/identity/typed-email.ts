import { readStoredText, store } from '../../api/window-storage.ts';

const storedAs = 'typed email';

/** Keeps the address that was typed into the login's form, for the page that resets the password. */
export function keepTypedEmail(form: HTMLFormElement | null): void {
  if (form) store(storedAs, new FormData(form).get('email'));
}

/** The address that was kept, once; else ''. */
export function takeTypedEmail(): string {
  const typed = readStoredText(storedAs);
  store(storedAs, undefined);
  return typed;
}
