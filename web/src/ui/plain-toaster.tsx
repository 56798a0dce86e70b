import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { receiveToasts, type ToastMessage, toastPlace } from './toast.ts';
import { visibleMillis } from './toast-duration.ts';
import { messageLook, messageRowLook, messageTextLook, toasterLook } from './toast-look.ts';

/** Shows the messages of `toast`, one at a time, where the script of the Toaster could not be loaded. */
export function PlainToaster() {
  const [message, setMessage] = useState<ToastMessage>();
  const close = (): void => setMessage(undefined);
  useEffect(() => receiveToasts(setMessage), []);
  useEffect(() => {
    const millis = message && visibleMillis(message);
    if (!millis) return;
    const timer = window.setTimeout(() => setMessage(undefined), millis);
    return () => window.clearTimeout(timer);
  }, [message]);
  return createPortal(
    <div role="status" className={toasterLook}>
      {message && (
        <div className={`${messageLook} ${messageRowLook}`}>
          <p className={messageTextLook}>{message.text}</p>
          {message.action && (
            <Button
              variant="quiet"
              onClick={() => {
                close();
                message.action?.onPress();
              }}
            >
              {message.action.label}
            </Button>
          )}
          <Button variant="quiet" aria-label="Close message" onClick={close}>
            Close
          </Button>
        </div>
      )}
    </div>,
    toastPlace(),
  );
}
