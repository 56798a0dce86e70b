import { imageFileFault } from '@openhours/contract/image-file.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/http.ts';
import { uploadImage } from './upload-image.ts';

type Settled =
  | { step: 'idle' }
  /** `file` is worth another attempt. */
  | { step: 'failed'; message: string; file: File | undefined };

/** `preview` shows the local file; `part` of it is sent, 0 to 1; `before` comes back if it is cancelled. */
type Sending = { step: 'sending'; preview: string; part: number; before: Settled };

type ImageUpload = Settled | Sending;

export type UploadStep = ImageUpload['step'];

/** One upload at a time: a file chosen during an upload replaces it. */
export function useImageUpload(options: { onStored: (url: string) => void; onFailure: (message: string) => void }) {
  const [upload, setUpload] = useState<ImageUpload>({ step: 'idle' });
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const fail = (message: string, file?: File): void => {
    setUpload({ step: 'failed', message, file });
    options.onFailure(message);
  };

  const start = async (file: File): Promise<void> => {
    sending.current?.abort();
    const fault = imageFileFault(file);
    if (fault) return fail(fault);

    const current = new AbortController();
    sending.current = current;
    const preview = URL.createObjectURL(file);
    const show = (part: number): void => {
      if (current.signal.aborted) return;
      setUpload((now) => ({ step: 'sending', preview, part, before: settled(now) }));
    };
    show(0);
    try {
      const url = await uploadImage(file, { onProgress: show, signal: current.signal });
      setUpload({ step: 'idle' });
      options.onStored(url);
    } catch (error) {
      if (current.signal.aborted) return;
      const isRefused = error instanceof ApiError && isRefusedFile(error.status);
      fail(error instanceof Error ? error.message : String(error), isRefused ? undefined : file);
    } finally {
      // The page may still be loading it, if the upload failed at once.
      window.setTimeout(() => URL.revokeObjectURL(preview), 60_000);
    }
  };

  const cancel = (): void => {
    sending.current?.abort();
    setUpload(settled);
  };
  return { upload, start, cancel };
}

function settled(upload: ImageUpload): Settled {
  return upload.step === 'sending' ? upload.before : upload;
}

/** Whether the server refused the file itself: it is too large, of another type, or damaged. */
function isRefusedFile(status: number): boolean {
  return [413, 415, 422].includes(status);
}
