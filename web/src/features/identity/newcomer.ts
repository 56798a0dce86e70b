import { readStored, store } from '../../api/window-storage.ts';
import { productName } from '../../clinic/name.ts';

const storedAs = 'newcomer';
const shownMillis = 8000;

/** Remembers that an account was just created, so that the next page greets the person. */
export function rememberNewcomer(name: string): void {
  store(storedAs, name);
}

/** Greets a person who has just created an account, once, on the next page. Runs on every page. */
export function greetNewcomer(): void {
  const name = readStored(storedAs);
  if (typeof name !== 'string') return;
  store(storedAs, undefined);
  const greeting = document.createElement('p');
  greeting.setAttribute('role', 'status');
  greeting.className =
    'fixed inset-x-4 top-20 z-50 mx-auto w-fit animate-rise-in rounded-control border border-line bg-surface px-5 py-3.5 text-ink shadow-float';
  document.body.append(greeting);
  greeting.textContent = `Welcome to ${productName()}, ${name}! Your account is ready.`;
  window.setTimeout(() => greeting.remove(), shownMillis);
}
