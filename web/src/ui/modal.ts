import { classNames } from './class-names.ts';
import { toastPlace } from './toast.ts';

/** The look of a modal `dialog` element: the dimmed page, with the panel (its first child) in the middle. */
export const modalLook = classNames(
  'fixed inset-0 m-0 size-full max-h-none max-w-none border-0 bg-night/55 p-0 text-ink outline-none backdrop:hidden sm:p-6 print:bg-transparent',
  // Messages (the last child) are shown above the panel. It becomes shorter if there is not enough room; from 640 px it
  // else stays where it is, and keeps its place when they go.
  'max-sm:flex-col max-sm:*:last:order-first max-sm:open:flex',
  'sm:grid-rows-[minmax(min-content,1fr)_minmax(0,auto)_minmax(0,1fr)] sm:justify-items-center sm:*:last:row-start-1 sm:*:last:w-full sm:*:last:self-start sm:open:grid',
  'sm:*:last:pointer-events-none sm:*:last:min-h-(--messages)',
);

/** Opens it, with toasts inside: everything outside is inert. Returns the way to close it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const toasts = toastPlace();
  const { clientWidth, style } = document.documentElement;
  // A scrollbar that takes room leaves it empty, so that the page does not move.
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  dialog.append(toasts);
  // `showModal` would close an open menu too, and when the dialog closes the focus would return to a link that is hidden.
  // This gives the focus to the menu's button first.
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
  dialog.showModal();
  const stopKeeping = keepRoom(dialog, toasts);
  return () => {
    stopKeeping();
    // Close the dialogs above it first: until then the page is inert and cannot take the focus.
    const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
    // The browser may have closed it already.
    if (dialog.open) for (const one of open.slice(open.indexOf(dialog)).toReversed()) one.close();
    const others = [...document.querySelectorAll('dialog[open]')];
    (others.at(-1) ?? document.body).append(toasts);
    style.scrollbarGutter = '';
  };
}

/**
 * Keeps the room that the messages have taken while the dialog is open. If the panel moved when one goes, a press would
 * land beside what it was meant for.
 */
function keepRoom(dialog: HTMLDialogElement, toasts: HTMLElement): () => void {
  let most = 0;
  const observer = new ResizeObserver(() => {
    // They may be in a dialog above this one.
    if (toasts.parentElement === dialog) most = Math.max(most, toasts.offsetHeight);
    dialog.style.setProperty('--messages', `${most}px`);
  });
  observer.observe(toasts);
  return () => observer.disconnect();
}
