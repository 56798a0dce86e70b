import { signOut } from './api/session.ts';

/*
 * What the navigation can do on every page, prerendered or not: `data-action` names it. One listener for the whole
 * document, so that the public pages need no React for it.
 */
document.addEventListener('click', (event) => {
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-action]') : null;
  if (control?.dataset.action === 'sign-out') void signOut(control.dataset.destination ?? '/');
  if (control?.dataset.action === 'switch-theme') switchTheme();
  // Inside the application a link changes the page without loading it, and the menu would stay open over the new one.
  if (event.target instanceof Element && event.target.closest('[popover] a')) {
    event.target.closest<HTMLElement>('[popover]')?.hidePopover();
  }
});

// Behind the open menu nobody would see where the focus is: when it goes on to the page, the menu makes room.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.closest('[popover], [popovertarget]')) return;
  document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover();
});

/** Chosen by hand, it overrides the system's theme from now on; boot.ts reads it on the next page. */
function switchTheme(): void {
  const dark = document.documentElement.classList.toggle('dark');
  try {
    localStorage.setItem('theme', dark ? 'dark' : 'light');
  } catch {}
}
