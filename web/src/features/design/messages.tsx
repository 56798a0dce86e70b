import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CloseButton } from '../../ui/close-button.tsx';
import { DialogFrame, dialogLook } from '../../ui/dialog.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ToastIcon, toastLook } from '../../ui/toaster.tsx';
import { BothThemes, Example, GallerySection } from './gallery-section.tsx';

/** Static examples in both themes; the ones that open use the page's theme. */
export function Messages() {
  return (
    <GallerySection
      title="Dialogs and toasts"
      intro="They open above the page and use its theme. A toast reports a result; a dialog asks a question."
    >
      <BothThemes label="Dialogs and toasts">
        <Example caption="A confirmation dialog, as a picture" className="block">
          <PicturedDialog />
        </Example>
        <Example caption="A success, a failure, and a hovered close button">
          <PicturedToast text="Booking confirmed" />
          <PicturedToast failed text="Nothing was saved. Please try again in a moment." />
          <PicturedToast text="Your changes are saved." closeLook="bg-sunken! text-ink!" />
        </Example>
      </BothThemes>
      <Example caption="Dialogs: a question, a form (a sheet on phones), and more than fits the window">
        <QuestionDialog />
        <FormDialog />
        <LongDialog />
      </Example>
      <Example caption="Toasts: at most three at once, for four seconds each">
        <Button variant="secondary" onClick={() => toast.success('Booking confirmed')}>
          Show a success
        </Button>
        <Button variant="secondary" onClick={() => toast.error('Nothing was saved. Please try again in a moment.')}>
          Show a failure
        </Button>
      </Example>
    </GallerySection>
  );
}

const question = {
  title: 'Delete this post?',
  description: 'Its text and image will be deleted permanently. The 3 conversations about it stay readable.',
};

function PicturedDialog() {
  return (
    <div className={classNames(dialogLook.panel, 'rounded-panel border shadow-float')}>
      <DialogFrame
        title={<p className={classNames(dialogLook.title, 'font-[650]')}>{question.title}</p>}
        description={<p className={dialogLook.description}>{question.description}</p>}
        close={<CloseButton className={dialogLook.close} />}
        footer={
          <>
            <Button variant="secondary">Cancel</Button>
            <Button variant="danger">Delete</Button>
          </>
        }
      >
        {null}
      </DialogFrame>
    </div>
  );
}

function PicturedToast({ text, failed = false, closeLook }: { text: string; failed?: boolean; closeLook?: string }) {
  return (
    <div className={classNames(toastLook.box, toastLook.content)}>
      <ToastIcon failed={failed} />
      <p className={toastLook.text}>{text}</p>
      <button type="button" aria-label={`Close: ${text}`} className={classNames(toastLook.close, closeLook)}>
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}

function QuestionDialog() {
  const [open, setOpen] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="secondary" onPointerEnter={LazyDialog.preload} onClick={() => setOpen(true)}>
        Ask before deleting
      </Button>
      <LazyDialog
        open={open}
        onClose={close}
        title={question.title}
        description={question.description}
        initialFocus={cancel}
        footer={
          <>
            <Button ref={cancel} variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button variant="danger" onClick={close}>
              Delete
            </Button>
          </>
        }
      />
    </>
  );
}

function FormDialog() {
  const [open, setOpen] = useState(false);
  const name = useRef<HTMLInputElement>(null);
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
        initialFocus={name}
        footer={<Button onClick={close}>Book</Button>}
      >
        <div className="grid gap-5">
          <TextField ref={name} label="Name" autoComplete="off" />
          <TextField label="Phone number" inputMode="tel" autoComplete="off" />
        </div>
      </LazyDialog>
    </>
  );
}

const paragraphs = ['Before your visit', 'On the day', 'What it costs', 'If you cannot come', 'Afterwards'] as const;

function LongDialog() {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="secondary" onPointerEnter={LazyDialog.preload} onClick={() => setOpen(true)}>
        Open a long one
      </Button>
      <LazyDialog open={open} onClose={close} title="What to expect" footer={<Button onClick={close}>I see</Button>}>
        <div className="grid gap-6">
          {paragraphs.map((title) => (
            <section key={title}>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-muted">
                The content scrolls, and the buttons below stay visible. The page behind does not scroll, and the focus
                stays inside until the dialog closes; then it goes back to the button that opened it.
              </p>
            </section>
          ))}
        </div>
      </LazyDialog>
    </>
  );
}
