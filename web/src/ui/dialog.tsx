import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';

export type DialogProps = {
  open: boolean;
  /** Called on Esc, the close control and a press outside the dialog. */
  onClose: () => void;
  title: string;
  /** A sentence under the title, read out with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** On phones: full height, or as tall as the content. Default: full height if it has children. */
  onPhones?: 'sheet' | 'panel';
  /** Buttons at the bottom, visible while the content scrolls. */
  footer?: ReactNode;
  /** Focused when the dialog opens, instead of the close control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Focused when the dialog closes; if empty, the focus returns to where it was. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Called after the closing animation: the element that opened the dialog may be gone, and the focus with it. */
  onClosed?: () => void;
};

/**
 * A modal dialog: moves the focus in and back, and stops the page behind from scrolling. A full-height sheet on phones
 * (for a question: a panel), a centred panel from 640 px. Import it lazily (`lazy-dialog.tsx`): it adds 21 kB.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, initialFocus, finalFocus, onClosed } = props;
  const { onPhones = children ? 'sheet' : 'panel' } = props;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => next || onClose()}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        onClosed?.();
        requestAnimationFrame(showFocus);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-night/55 print:hidden transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-center justify-center sm:p-6">
          <Base.Popup
            {...(initialFocus && { initialFocus })}
            finalFocus={() => !takeFocus(finalFocus?.current)}
            className={classNames(
              dialogLook.panel,
              'max-h-dvh sm:max-h-[calc(100dvh-3rem)]',
              'transition duration-150 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
              onPhones === 'sheet'
                ? 'max-sm:h-dvh'
                : 'max-sm:mx-4 max-sm:rounded-panel max-sm:border max-sm:shadow-float',
            )}
          >
            <DialogFrame
              title={<Base.Title className={dialogLook.title}>{title}</Base.Title>}
              description={
                description && <Base.Description className={dialogLook.description}>{description}</Base.Description>
              }
              close={
                <Base.Close aria-label="Close" className={dialogLook.close}>
                  <X className="size-5" aria-hidden="true" />
                </Base.Close>
              }
              footer={footer}
            >
              {children}
            </DialogFrame>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The styles of a dialog's parts. */
export const dialogLook = {
  panel:
    'flex w-full flex-col border-line bg-surface text-ink outline-none sm:max-w-lg sm:rounded-panel sm:border sm:shadow-float',
  title: 'text-heading',
  description: 'mt-1 text-[0.9375rem] text-muted',
  close:
    'grid size-11 shrink-0 place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink',
};

/** The layout of a dialog. The gallery shows one with it that is not open. */
export function DialogFrame({
  title,
  description,
  close,
  footer,
  children,
}: Record<'title' | 'description' | 'close' | 'footer' | 'children', ReactNode>) {
  return (
    <>
      <div
        className={classNames(
          'flex items-start justify-between gap-4 py-4 ps-6 pe-4',
          Boolean(children) && 'border-b border-line',
        )}
      >
        <div className="min-w-0 py-1.5">
          {title}
          {description}
        </div>
        {close}
      </div>
      {children && <div className="grow overflow-y-auto overscroll-contain px-6 py-6">{children}</div>}
      {footer && (
        <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 max-sm:mt-auto max-sm:*:grow">
          {footer}
        </div>
      )}
    </>
  );
}

/** Scrolls to the focused element: the page may have moved behind the dialog. */
function showFocus(): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) activeElement.scrollIntoView({ block: 'nearest' });
}

/** Focuses the element even if it is not in the tab order, without scrolling. False if that is impossible. */
function takeFocus(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: true });
  return Boolean(element) && document.activeElement === element;
}
