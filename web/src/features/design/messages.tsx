import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

/** Dialogs and toasts open above the page, in its theme. */
export function Messages() {
  return (
    <section aria-labelledby="messages" className="border-t border-line pt-10">
      <h2 id="messages" className="text-title">
        Dialogs and toasts
      </h2>
      <p className="mt-2 max-w-2xl text-muted">A toast reports a result; a dialog asks a question.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <FormDialog />
        <Button variant="secondary" onClick={() => toast.success('Booking confirmed')}>
          Show a success
        </Button>
        <Button variant="secondary" onClick={() => toast.error('Nothing was saved. Please try again in a moment.')}>
          Show a failure
        </Button>
      </div>
    </section>
  );
}

function FormDialog() {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="secondary" onPointerEnter={LazyDialog.preload} onClick={() => setOpen(true)}>
        Open a form
      </Button>
      <LazyDialog
        open={open}
        onClose={close}
        title="Cardiology"
        description="Nov 21, 2026, 09:00 AM - 09:30 AM, $90"
        footer={<Button onClick={close}>Book</Button>}
      >
        <div className="grid gap-5">
          <TextField data-first-focus="" label="Name" autoComplete="off" />
          <TextField label="Phone number" inputMode="tel" autoComplete="off" />
        </div>
      </LazyDialog>
    </>
  );
}
