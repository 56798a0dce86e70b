/** Where messages are. In a dialog they are above its panel, where they cover neither the title nor the close button. */
export const toasterLook =
  // In a dialog it takes clicks beside a message, which would otherwise close the dialog.
  'print:hidden pointer-events-none fixed inset-x-0 top-0 z-50 flex flex-col items-center gap-2 p-4 outline-none in-[dialog]:[@media(height>=28rem)]:not-empty:static in-[dialog]:[@media(height>=28rem)]:not-empty:pointer-events-auto in-[dialog]:sm:[@media(height>=28rem)]:pt-0';

export const messageLook =
  'pointer-events-auto w-full max-w-md rounded-control border border-line bg-surface text-ink shadow-float';

export const messageRowLook = 'flex items-start gap-3 p-2 ps-4';

export const messageTextLook = 'my-2.5 grow text-[0.9375rem] font-medium';
