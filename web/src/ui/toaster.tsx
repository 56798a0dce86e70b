import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { receiveToasts } from './toast.ts';

const visibleMillis = 4000;

/** Shows what `toast` says. Loaded on first use by ToasterHost. */
export function Toaster() {
  return (
    <Toast.Provider timeout={visibleMillis} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="pointer-events-none fixed inset-x-0 top-0 z-50 flex flex-col items-center gap-2 p-4 outline-none">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  /** Where the focus was before it came to a message: it goes back there when that one is closed. */
  const before = useRef<HTMLElement>(null);
  const { toasts, add } = Toast.useToastManager();
  useEffect(() => receiveToasts(({ kind, text }) => add({ description: text, type: kind, priority: 'low' })), [add]);
  return toasts.map((toast) => {
    const failed = toast.type === 'error';
    const Icon = failed ? CircleAlert : CircleCheck;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        // A message in the live region around it, and no dialog, which it would call itself otherwise.
        role="group"
        aria-modal={undefined}
        swipeDirection="up"
        className="pointer-events-auto w-full max-w-md rounded-control border border-line bg-surface text-ink shadow-float transition duration-200 data-ending-style:-translate-y-3 data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-3 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-3 p-2 ps-4">
          <Icon
            aria-hidden="true"
            className={classNames('my-2.5 size-5 shrink-0', failed ? 'text-danger' : 'text-pine')}
          />
          <Toast.Description className="my-2 grow text-[0.9375rem] font-medium" />
          <Toast.Close
            aria-label="Close message"
            onFocus={({ relatedTarget }) => {
              if (relatedTarget instanceof HTMLElement) before.current = relatedTarget;
            }}
            onClick={() => giveFocusBack(before.current)}
            aria-hidden={false}
            className="grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
          >
            <X className="size-4" aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

function giveFocusBack(before: HTMLElement | null): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  (before?.isConnected ? before : heading)?.focus({ preventScroll: true });
}
