/*
 * Runs before the first paint of every document, inlined as a classic script by build/prerender.ts: no imports.
 * It settles what a prerendered page cannot know: the theme, and whether somebody is signed in.
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

  if (/(?:^|; )signed_in=1/.test(document.cookie)) root.dataset.auth = 'in';

  // Until something is painted, everything that comes over the line is for what can be read.
  function bringScripts(): void {
    const later = document.querySelector('template#scripts');
    if (later instanceof HTMLTemplateElement) document.head.append(later.content);
  }
  const willBePainted =
    document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes.includes('paint');
  if (willBePainted) {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      bringScripts();
    }).observe({ type: 'paint', buffered: true });
  } else addEventListener('DOMContentLoaded', bringScripts);

  // From login to sign-up and back, the address to go to afterwards comes along.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[data-keeps-next]');
    const next = new URLSearchParams(location.search).get('next');
    if (link instanceof HTMLAnchorElement && next !== null) link.search = `?${new URLSearchParams({ next })}`;
  });

  // A document that still waits after 8 s says so (ui/slow-notice.tsx). React takes the notice away with the outline.
  setTimeout(() => document.querySelector('[data-slow-notice]')?.removeAttribute('hidden'), 8000);
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-action=reload]')) location.reload();
  });

  // A form that is sent before its script has arrived waits for it; see early-submit.ts.
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form instanceof HTMLFormElement && form.dataset.awaitsScript === '') {
      event.preventDefault();
      form.dataset.awaitsScript = 'submitted';
    }
  });
})();
