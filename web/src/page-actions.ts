import { signOut } from './api/session.ts';

/*
 * What the navigation can do on every page, prerendered or not: `data-action` names it. One listener for the whole
 * document, so that the public pages need no React for it.
 */
const notice = document.createElement('p');
notice.setAttribute('role', 'alert');
notice.className =
  'fixed inset-x-4 bottom-4 z-50 mx-auto w-fit rounded-card border border-danger bg-surface px-5 py-4 text-ink shadow-float';

document.addEventListener('click', (event) => {
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-action]') : null;
  if (control?.dataset.action === 'sign-out') void trySigningOut(control.dataset.destination ?? '/');
  if (control?.dataset.action === 'switch-theme') switchTheme();
  // Inside the application a link changes the page without loading it, and the menu would stay open over the new one.
  if (event.target instanceof Element && event.target.closest('[popover] a')) {
    event.target.closest<HTMLElement>('[popover]')?.hidePopover();
  }
});

if (hasNewcomer()) void import('./features/identity/newcomer.ts').then(({ greetNewcomer }) => greetNewcomer());

// Behind the open menu nobody would see where the focus is: when it goes on to the page, the menu makes room.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.closest('[popover], [popovertarget]')) return;
  document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover();
});

async function trySigningOut(destination: string): Promise<void> {
  notice.remove();
  if (await signOut(destination)) return;
  // Without the network there may be no toaster to load, and prerendered pages have none.
  document.body.append(notice);
  notice.textContent = 'You are still signed in: we could not reach the server. Please try again.';
}

/** Chosen by hand, it overrides the system's theme from now on; boot.ts reads it on the next page. */
function switchTheme(): void {
  const dark = document.documentElement.classList.toggle('dark');
  try {
    localStorage.setItem('theme', dark ? 'dark' : 'light');
  } catch {}
}

/** Whether somebody has just opened an account here (identity/newcomer.ts). */
function hasNewcomer(): boolean {
  try {
    return sessionStorage.getItem('newcomer') !== null;
  } catch {
    return false;
  }
}
