import { IMAGE_TYPES, thumbnailUrl } from '@openhours/contract/image-file.ts';
import { CircleAlert, ImageUp } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { buttonLook } from '../../ui/button-look.ts';
import { classNames } from '../../ui/class-names.ts';
import { PickedImage, type PickedShape } from './picked-image.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useImageUpload } from './use-image-upload.ts';

/** The browser's own bar, in our colours: each engine has its own names for its parts. */
const progressLook =
  'h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken dark:bg-line ' +
  '[&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-pine';

export type ImagePickerProps = {
  label: string;
  /** In the form around, for its summary of faults. */
  name?: string;
  /** The address of the image that is chosen, or null. */
  value: string | null;
  /** Called with the address once a file is stored, and with null when it is taken away. */
  onChange: (url: string | null) => void;
  shape: PickedShape;
  /** What stands in the place of the image while there is none; an icon unless said. */
  placeholder?: ReactNode;
  /** What is wrong with the choice in the form around, 'Photo is Required' for one. */
  error?: string | undefined;
  /** Hears, beside what is shown, why a file was not stored. */
  onFailure?: (message: string) => void;
  /** Hears when an upload begins and when it is over, however it ends. */
  onBusyChange?: (isBusy: boolean) => void;
};

/**
 * Chooses an image from this machine, by button, by keyboard or by dropping it, and stores it at once: what the form
 * around keeps is its address. What may be chosen is said before, checked before it is sent, and decided by the server.
 */
export function ImagePicker(props: ImagePickerProps) {
  const { label, name, value, onChange, shape, placeholder, error, onFailure, onBusyChange } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { upload, start, cancel } = useImageUpload({
    onStored: onChange,
    onFailure: (message) => onFailure?.(message),
  });
  const { over, dropTarget } = useFileDrop((file) => void start(file));
  const sending = upload.step === 'sending';
  const tellBusy = useEffectEvent((isBusy: boolean) => onBusyChange?.(isBusy));
  useEffect(() => tellBusy(sending), [sending]);
  const problem = upload.step === 'failed' ? upload.message : error;

  /** The button that was pressed is about to go. */
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
          'transition-colors duration-150',
          over ? 'border-pine bg-pine-soft' : problem ? 'border-danger' : 'border-line-strong',
        )}
      >
        <PickedImage
          source={sending ? upload.preview : value && (shape === 'round' ? thumbnailUrl(value) : value)}
          shape={shape}
          placeholder={placeholder}
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
                // So that the same file may be chosen again after a failure.
                target.value = '';
                if (file) void start(file);
              }}
              className="peer sr-only"
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
              {value ? 'Choose another' : 'Choose a file'}
            </label>
            {sending ? (
              <Button variant="secondary" onClick={() => backToInput(cancel)}>
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
