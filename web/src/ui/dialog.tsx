import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export type DialogProps = {
  open: boolean;
  /** Called with Esc, the close control and a press beside the dialog. */
  onClose: () => void;
  title: string;
  /** A sentence under the title, read out together with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot; they stay in sight while the content scrolls. */
  footer?: ReactNode;
};

/**
 * A modal dialog: the focus goes in and comes back, the page behind it stands still. A sheet over the whole height
 * on phones, a centred panel from 640 px. Import it lazily (`lazy-dialog.tsx`): it brings 21 kB.
 */
export function Dialog({ open, onClose, title, description, children, footer }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-night/55 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-center justify-center sm:p-6">
          <Base.Popup className="flex max-h-dvh w-full flex-col bg-surface text-ink transition duration-150 outline-none max-sm:h-dvh sm:max-h-[calc(100dvh-3rem)] sm:max-w-lg sm:rounded-panel sm:border sm:border-line sm:shadow-float data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0">
            <div className="flex items-start justify-between gap-4 border-b border-line py-4 ps-6 pe-4">
              <div className="min-w-0 py-1.5">
                <Base.Title className="text-heading">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-[0.9375rem] text-muted">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                aria-label="Close"
                className="grid size-11 shrink-0 place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink"
              >
                <X className="size-5" aria-hidden="true" />
              </Base.Close>
            </div>
            {children && <div className="grow overflow-y-auto overscroll-contain px-6 py-6">{children}</div>}
            {footer && (
              <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 max-sm:mt-auto max-sm:*:grow">
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
