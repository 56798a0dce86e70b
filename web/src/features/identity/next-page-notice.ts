import { noticeName, readStoredText, sayOnNextPage, store } from '../../api/window-storage.ts';
import { productName } from '../../clinic/name.ts';

const shownMillis = 8000;

/** The next page that this window loads greets a person who has just created an account. */
export function greetOnNextPage(name: string): void {
  sayOnNextPage(`Welcome to ${productName()}, ${name}! Your account is ready.`);
}

/** Shows the text that the page before has left. Runs on every page that has one (page-actions.ts). */
export function showNotice(): void {
  const text = readStoredText(noticeName);
  if (text === '') return;
  store(noticeName, undefined);
  const notice = document.createElement('p');
  notice.setAttribute('role', 'status');
  notice.className =
    'fixed inset-x-4 top-20 z-50 mx-auto w-fit animate-rise-in rounded-control border border-line bg-surface px-5 py-3.5 text-ink shadow-float';
  document.body.append(notice);
  notice.textContent = text;
  window.setTimeout(() => notice.remove(), shownMillis);
}
