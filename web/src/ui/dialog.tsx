import { type ReactNode, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CloseButton } from './close-button.tsx';
import { modalLook, openModal } from './modal.ts';
import { unbrokenTimes } from './unbroken-times.ts';
import { guardUnsaved } from './unsaved.ts';

export type DialogProps = {
  open: boolean;
  /**
   * Called on Esc, the close control and a press outside the dialog. It closes when `open` is false. If text was typed, the
   * dialog asks first, as the browser does before the page is left. Fields inside `data-keeps-text` do not count: they
   * have their text when it opens again.
   */
  onClose: () => void;
  title: string;
  /** A sentence under the title, read out with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** On phones: full height, or as tall as the content. Default: full height if it has children. */
  onPhones?: 'sheet' | 'panel';
  /** Buttons at the bottom, visible while the content scrolls. */
  footer?: ReactNode;
  /** Focused when the dialog closes; if empty, the focus returns to where it was. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Called when it has closed: the element that opened the dialog may be gone, and the focus with it. */
  onClosed?: () => void;
};

/**
 * A modal dialog, by the browser's own `dialog` element: it keeps the focus inside, gives it back, and makes the page
 * behind inert. A full-height sheet on phones (for a question: a panel), a centred panel from 640 px. The first element
 * with `data-first-focus` has the focus when it opens; without one, the close control.
 */
export function Dialog(props: DialogProps) {
  return props.open ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog(props: DialogProps) {
  const { onClose, title, description, children, footer, finalFocus, onClosed } = props;
  const { onPhones = children ? 'sheet' : 'panel' } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const typed = useRef(new Set<TextControl>());
  const [isAsking, setIsAsking] = useState(false);
  const discards = useRef(false);
  const losesText = (): boolean => [...typed.current].some(wouldLoseText);
  const ask = (): void => (losesText() ? setIsAsking(true) : onClose());
  // If Esc is pressed several times, the browser closes a dialog by itself. With typed text, it is opened again.
  const followBrowser = (): void => {
    if (!dialog.current || dialog.current.open) return;
    if (losesText()) dialog.current.showModal();
    ask();
  };
  const close = useEffectEvent(ask);
  const isUnsaved = useEffectEvent(losesText);
  const giveFocus = useEffectEvent(() => {
    finalFocus?.current?.focus({ preventScroll: true });
    onClosed?.();
    requestAnimationFrame(showFocus);
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // `showModal` focuses what has this attribute; React's `autoFocus` does not write it.
    element.querySelector('[data-first-focus]')?.setAttribute('autofocus', '');
    const closeModal = openModal(element);
    const stopListening = onOutsidePress(element, () => close());
    const stopGuarding = guardUnsaved(() => isUnsaved());
    return () => {
      stopListening();
      stopGuarding();
      closeModal();
      // After React has finished its changes to the page.
      queueMicrotask(() => element.open || giveFocus());
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // In React, both events also reach this dialog from the question, which is a child of it.
      onCancel={(event) => {
        if (event.target !== event.currentTarget || !event.cancelable) return;
        event.preventDefault();
        ask();
      }}
      onClose={({ target, currentTarget }) => target === currentTarget && followBrowser()}
      onInput={({ target }) => {
        if (isTextControl(target)) typed.current.add(target);
      }}
      className={modalLook}
    >
      <div
        className={classNames(
          'flex flex-col border-line bg-surface text-ink outline-none sm:max-w-lg sm:rounded-panel sm:border sm:shadow-float',
          'max-h-dvh min-h-0 max-sm:my-auto sm:row-start-2 sm:w-full',
          // In a low window, as at 400 % zoom, a fixed title and fixed buttons would leave no room, so the whole dialog scrolls.
          '[@media(height<28rem)]:overflow-y-auto',
          onPhones === 'sheet' ? 'max-sm:h-dvh' : 'max-sm:mx-4 max-sm:rounded-panel max-sm:border max-sm:shadow-float',
        )}
      >
        <div
          className={classNames(
            'flex items-start justify-between gap-4 py-4 ps-6 pe-4',
            Boolean(children) && 'border-b border-line',
          )}
        >
          <div className="min-w-0 py-1.5">
            <h2 id={`${id}-title`} className="text-heading">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="mt-1 text-[0.9375rem] text-muted">
                {typeof description === 'string' ? unbrokenTimes(description) : description}
              </p>
            )}
          </div>
          <CloseButton onClick={ask} className="text-muted hover:bg-sunken hover:text-ink" />
        </div>
        {children && (
          <div className="grow scroll-pb-16 overflow-y-auto overscroll-contain px-6 py-6 [@media(height<28rem)]:overflow-visible">
            {children}
          </div>
        )}
        {footer && (
          <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 max-sm:mt-auto max-sm:*:grow">
            {footer}
          </div>
        )}
      </div>
      <DiscardQuestion
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onDiscard={() => {
          discards.current = true;
          setIsAsking(false);
        }}
        // Not before: the focus could not leave this dialog.
        onClosed={() => discards.current && onClose()}
      />
    </dialog>
  );
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function isTextControl(target: EventTarget): target is TextControl {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && ['text', 'email', 'tel', 'url'].includes(target.type);
}

function wouldLoseText(field: TextControl): boolean {
  return field.isConnected && field.value.trim() !== '' && !field.closest('[data-keeps-text]');
}

function DiscardQuestion({
  onDiscard,
  ...dialog
}: Pick<DialogProps, 'open' | 'onClose' | 'onClosed'> & { onDiscard: () => void }) {
  return (
    <Dialog
      {...dialog}
      title="Discard what you typed?"
      footer={
        <>
          <Button data-first-focus="" variant="secondary" onClick={dialog.onClose}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    />
  );
}

/** Listens for a click beside the panel that began there: a selection of text may end outside. */
function onOutsidePress(dialog: HTMLDialogElement, callback: () => void): () => void {
  let beganOutside = false;
  const begin = ({ target }: Event): void => {
    beganOutside = target === dialog;
  };
  const end = ({ target }: Event): void => {
    if (beganOutside && target === dialog) callback();
  };
  dialog.addEventListener('pointerdown', begin);
  dialog.addEventListener('click', end);
  return () => {
    dialog.removeEventListener('pointerdown', begin);
    dialog.removeEventListener('click', end);
  };
}

/** Scrolls to the focused element: the page may have moved behind the dialog. */
function showFocus(): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) activeElement.scrollIntoView({ block: 'nearest' });
}
