/*
 * Runs before the first paint of every document, inlined as a classic script by build/prerender.ts: no imports.
 * It sets what a prerendered page cannot know: the theme, whether the person is signed in, and whether the document that
 * many pages share shows one of the dashboard.
 */
(() => {
  const root = document.documentElement;
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  function applyTheme(): void {
    let chosen: string | null = null;
    try {
      chosen = localStorage.getItem('theme');
    } catch {}
    root.classList.toggle('dark', chosen ? chosen === 'dark' : systemDark.matches);
  }

  applyTheme();
  systemDark.addEventListener('change', applyTheme);
  addEventListener('storage', applyTheme);

  if (/(?:^|; )(?:__Host-)?signed_in=1/.test(document.cookie)) root.dataset.auth = 'in';
  if (/^\/dashboard(?:\/|$)/i.test(location.pathname)) root.dataset.place = 'dashboard';

  // Before the first paint, the network is reserved for the content.
  function addScripts(): void {
    const later = document.querySelector('template#scripts');
    if (later instanceof HTMLTemplateElement) document.head.append(later.content);
  }
  const willBePainted =
    document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes.includes('paint');
  if (willBePainted) {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      addScripts();
    }).observe({ type: 'paint', buffered: true });
  } else addEventListener('DOMContentLoaded', addScripts);

  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    // Links between login, sign-up and the second factor keep the address to open afterwards. Each of these pages replaces
    // the one before in the history: somebody who is signed in and goes back to one would be sent forward again.
    const link = target.closest('a[data-keeps-next]');
    if (link instanceof HTMLAnchorElement) {
      const next = new URLSearchParams(location.search).get('next');
      const search = new URLSearchParams(link.search);
      if (next !== null) search.set('next', next);
      link.search = search.toString();
      if (event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)) {
        event.preventDefault();
        location.replace(link.href);
      }
    }
    // If a button is pressed before its script has loaded, page-actions.ts or password-field.tsx performs the action later.
    target.closest('[data-action],[data-early]')?.setAttribute('data-pressed', '');
    if (target.closest('[data-action=reload]')) location.reload();
  });

  // A document that still loads after 8 s says so (ui/slow-notice.tsx). React removes the notice with the outline.
  setTimeout(() => document.querySelector('[data-slow-notice]')?.removeAttribute('hidden'), 8000);

  // A form that is submitted before its script has loaded waits for it; see early-submit.ts.
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form instanceof HTMLFormElement && form.dataset.awaitsScript === '') {
      event.preventDefault();
      form.dataset.awaitsScript = 'submitted';
    }
  });
})();
