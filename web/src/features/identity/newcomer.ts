import { readStored, store } from '../../api/window-storage.ts';
import { productName } from '../../clinic/name.ts';

const storedAs = 'newcomer';
const shownMillis = 8000;

/** Somebody has just opened an account: the next page greets them. */
export function rememberNewcomer(name: string): void {
  store(storedAs, name);
}

/** Greets somebody who has just opened an account, once, on whatever page they come to. Runs on every page. */
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
