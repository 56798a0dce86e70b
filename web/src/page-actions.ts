import { isSigningOut, signOut } from './api/session.ts';

/*
 * The actions of the navigation on every page, prerendered or not, by `data-action`. One listener for the whole
 * document, so that public pages need no React for them.
 */
const notice = document.createElement('p');
notice.setAttribute('role', 'alert');
notice.className =
  'fixed inset-x-4 bottom-4 z-50 mx-auto w-fit rounded-card border border-danger bg-surface px-5 py-4 text-ink shadow-float';

document.addEventListener('click', (event) => {
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-action]') : null;
  if (control?.dataset.action === 'sign-out' && !isSigningOut()) void trySigningOut(control);
  if (control?.dataset.action === 'switch-theme') switchTheme();
  // In the application, a link changes the page without a load, so the menu must be closed.
  if (event.target instanceof Element && event.target.closest('[popover] a')) {
    event.target.closest<HTMLElement>('[popover]')?.hidePopover();
  }
});

for (const pressed of document.querySelectorAll<HTMLElement>('[data-action][data-pressed]')) pressed.click();

// After a sign-out, the browser's Back button can bring a page back as it was.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isSigningOut()) location.reload();
});

if (hasNotice()) void import('./features/identity/next-page-notice.ts').then(({ showNotice }) => showNotice());

let openMenu: HTMLElement | undefined;
document.addEventListener(
  'beforetoggle',
  ({ target, newState }) => {
    if (!(target instanceof HTMLElement) || target.popover !== 'auto') return;
    if (newState === 'open') openMenu = target;
    else if (openMenu === target) openMenu = undefined;
  },
  { capture: true },
);
// The open menu would cover the focus: close it when the focus moves to the page.
document.addEventListener('focusin', ({ target }) => {
  if (!openMenu || (target instanceof Element && target.closest('[popover], [popovertarget]'))) return;
  openMenu.hidePopover();
});

async function trySigningOut(button: HTMLElement): Promise<void> {
  notice.remove();
  button.setAttribute('aria-disabled', 'true');
  if (await signOut(button.dataset.destination ?? '/', button.dataset.notice)) return;
  button.removeAttribute('aria-disabled');
  // Offline, the toaster may not load, and prerendered pages have none.
  document.body.append(notice);
  notice.textContent = 'You are still signed in: we could not reach the server. Please try again.';
}

/** The chosen theme overrides the system's from now on; boot.ts reads it on the next page. */
function switchTheme(): void {
  const dark = document.documentElement.classList.toggle('dark');
  try {
    localStorage.setItem('theme', dark ? 'dark' : 'light');
  } catch {}
}

/** Whether the page before has left a text to show (identity/next-page-notice.ts). */
function hasNotice(): boolean {
  try {
    return sessionStorage.getItem('notice') !== null;
  } catch {
    return false;
  }
}
