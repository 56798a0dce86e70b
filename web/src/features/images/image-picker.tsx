import { IMAGE_TYPES, thumbnailUrl } from '@openhours/contract/image-file.ts';
import CircleAlert from 'lucide-react/icons/circle-alert';
import ImageUp from 'lucide-react/icons/image-up';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { classNames } from '../../ui/class-names.ts';
import { PickedImage, type PickedShape } from './picked-image.tsx';
import { type UploadStep, useImageUpload } from './use-image-upload.ts';

/** The browser's progress bar in our colours; each engine has its own names for its parts. */
const progressLook =
  'h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken dark:bg-line ' +
  '[&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-pine';

type ImagePickerProps = {
  label: string;
  /** Its name in the form's error summary. */
  name?: string;
  /** The address of the chosen image, or null. */
  value: string | null;
  /** Called with the address once a file is stored, and with null when it is removed. */
  onChange: (url: string | null) => void;
  shape: PickedShape;
  /** Shown while there is no image; an icon by default. */
  placeholder?: ReactNode;
  /** The form's error for this field, such as 'Photo is Required'. */
  error?: string | undefined;
  /** Called with the reason when a file was not stored. */
  onFailure?: (message: string) => void;
  /** Called when the chosen image is no longer stored: one that nothing uses is deleted after a day. */
  onGone?: (url: string) => void;
  /** Called when an upload starts and when it ends, with whether it failed. */
  onStepChange?: (step: UploadStep) => void;
};

/**
 * Chooses an image by button, keyboard or drop, and uploads it at once: the form's value is its address. The limits are
 * shown first, checked before the upload, and enforced by the server.
 */
export function ImagePicker(props: ImagePickerProps) {
  const { label, name, value, onChange, shape, placeholder, error, onFailure, onGone, onStepChange } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { upload, start, cancel } = useImageUpload({
    onStored: onChange,
    onFailure: (message) => onFailure?.(message),
  });
  const { over, dropTarget } = useFileDrop((file) => void start(file));
  const sending = upload.step === 'sending';
  const tellStep = useEffectEvent((step: UploadStep) => onStepChange?.(step));
  useEffect(() => tellStep(upload.step), [upload.step]);
  const problem = upload.step === 'failed' ? upload.message : error;
  const failedFile = upload.step === 'failed' ? upload.file : undefined;

  /** The focused button is about to disappear. */
  const backToInput = (then: () => void): void => {
    then();
    input.current?.focus();
  };

  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="text-[0.9375rem] font-semibold">
        {label}
      </span>
      <div
        {...dropTarget}
        className={classNames(
          'flex flex-wrap items-center gap-x-5 gap-y-4 rounded-control border border-dashed p-4',
          over ? 'border-pine bg-pine-soft' : problem ? 'border-danger' : 'border-line-strong',
        )}
      >
        <PickedImage
          source={sending ? upload.preview : value && (shape === 'round' ? thumbnailUrl(value) : value)}
          shape={shape}
          placeholder={placeholder}
          onBroken={async () => {
            if (!sending && value && onGone && (await isGone(value))) onGone(value);
          }}
        />
        <div className="grid min-w-0 flex-1 basis-52 gap-3">
          <p id={`${id}-hint`} className="text-sm text-muted">
            JPEG, PNG, WebP, AVIF or GIF, up to 8 MB. Choose a file or drop it here.
          </p>
          {sending && (
            <progress max={1} value={upload.part} aria-label={`Uploading: ${label}`} className={progressLook} />
          )}
          <div className="relative flex flex-wrap gap-3">
            <input
              ref={input}
              id={id}
              type="file"
              name={name}
              aria-labelledby={`${id}-label ${id}-choose`}
              accept={IMAGE_TYPES.join(',')}
              aria-describedby={classNames(`${id}-hint`, problem && `${id}-error`)}
              aria-invalid={problem ? true : undefined}
              onChange={({ target }) => {
                const file = target.files?.[0];
                // So that the same file can be chosen again after a failure.
                target.value = '';
                if (file) void start(file);
              }}
              // Its label, which shows the focus, is larger than it.
              className="peer sr-only scroll-my-16"
            />
            <label
              id={`${id}-choose`}
              htmlFor={id}
              className={buttonLook({
                variant: 'secondary',
                className:
                  'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--ring)',
              })}
            >
              <ImageUp className="size-5" aria-hidden="true" />
              {value || failedFile ? 'Choose another' : 'Choose a file'}
            </label>
            {failedFile && (
              <Button variant="secondary" onClick={() => backToInput(() => void start(failedFile))}>
                Try again
              </Button>
            )}
            {sending ? (
              <Button
                variant="secondary"
                onClick={({ detail }) => {
                  // The second click of a double click on 'Try again', where this button may appear.
                  if (detail < 2) backToInput(cancel);
                }}
              >
                Cancel
              </Button>
            ) : (
              value && (
                <Button variant="secondary" onClick={() => backToInput(() => onChange(null))}>
                  Remove
                </Button>
              )
            )}
          </div>
        </div>
      </div>
      <p role="status" className="sr-only">
        {sending ? 'Uploading…' : ''}
      </p>
      <div role="alert">
        {problem && (
          <p id={`${id}-error`} className="flex animate-fade-in gap-1.5 text-sm font-medium text-danger">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * Accepts a file dropped on an element. While the element exists, a file dropped elsewhere is ignored: the browser
 * would replace the page, and its input, by the file.
 */
function useFileDrop(take: (file: File) => void) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);

  const dropTarget = {
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>): void => {
      const towards = event.relatedTarget;
      if (!(towards instanceof Node && event.currentTarget.contains(towards))) setOver(false);
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) take(file);
    },
  };
  return { over, dropTarget };
}

/** Whether the server says that there is no such image. Without an answer, it may still be there. */
async function isGone(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: 'HEAD' })).status === 404;
  } catch {
    return false;
  }
}
