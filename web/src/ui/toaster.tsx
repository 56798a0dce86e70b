import { Toast, type ToastObject } from '@base-ui/react/toast';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { receiveToasts, toastPlace } from './toast.ts';
import { visibleMillis } from './toast-duration.ts';
import { messageLook, messageRowLook, messageTextLook, toasterLook } from './toast-look.ts';

/** Shows the messages of `toast`. Loaded on first use by ToasterHost. */
export function Toaster() {
  /** Where the focus was before it moved to the messages. */
  const before = useRef<HTMLElement>(null);
  const noteOrigin = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const giveFocusBack = (): void => {
    focusFirst([before.current, document.querySelector('main h1'), document.querySelector('main')]);
    before.current = null;
  };
  return (
    <Toast.Provider limit={3}>
      <Toast.Portal container={toastPlace()}>
        <Toast.Viewport
          // Its own name would be 'Notifications', as that of a section of the profile.
          aria-label="Messages of this page"
          onFocus={noteOrigin}
          className={toasterLook}
        >
          <ToastList onFocusLeft={giveFocusBack} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ onFocusLeft }: { onFocusLeft: () => void }) {
  const { toasts, add, close } = Toast.useToastManager();
  useEffect(
    () =>
      receiveToasts((message) => {
        const { kind, text, action, topic } = message;
        const id: string = add({
          description: text,
          type: kind,
          priority: 'low',
          timeout: visibleMillis(message),
          ...(topic && { id: topic }),
          // Also without a button: else it would keep that of the message it replaces.
          actionProps: action && {
            children: action.label,
            onClick: () => {
              close(id);
              action.onPress();
            },
          },
        });
      }),
    [add, close],
  );
  return toasts.map((toast) => <Message key={toast.id} toast={toast} onFocusLeft={onFocusLeft} />);
}

function Message({ toast, onFocusLeft }: { toast: ToastObject<object>; onFocusLeft: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  const failed = toast.type === 'error';
  const Icon = failed ? CircleAlert : CircleCheck;

  // However a message closes (button, Escape, swipe, timeout, newer messages), restore the focus that was in it.
  const isGoing = toast.transitionStatus === 'ending' || toast.limited === true;
  useLayoutEffect(() => {
    if (isGoing && root.current?.contains(document.activeElement)) onFocusLeft();
  });
  return (
    <Toast.Root
      ref={root}
      toast={toast}
      // A message in the surrounding live region. By default the library would make it a dialog.
      role="group"
      aria-modal={undefined}
      swipeDirection="up"
      className={classNames(
        messageLook,
        'transition duration-200 data-ending-style:-translate-y-3 data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-3 data-starting-style:opacity-0',
      )}
    >
      <Toast.Content className={messageRowLook}>
        <Icon
          aria-hidden="true"
          className={classNames('my-3 size-5 shrink-0 large-text:hidden', failed ? 'text-danger' : 'text-pine')}
        />
        <Toast.Description className={messageTextLook} />
        <Toast.Action className="min-h-11 shrink-0 rounded-control px-3 font-semibold text-pine hover:bg-sunken" />
        <Toast.Close
          aria-label="Close message"
          aria-hidden={false}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-4" aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  );
}

/** Focuses the first element that can be focused: others may be gone, hidden or disabled. */
function focusFirst(elements: readonly (HTMLElement | null)[]): void {
  for (const element of elements) {
    element?.focus({ preventScroll: true });
    if (element && document.activeElement === element) return;
  }
}
