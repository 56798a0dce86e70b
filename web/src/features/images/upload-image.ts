import { ApiError, fieldOf, refusal, textField, unreachable } from '../../api/http.ts';

/**
 * Uploads an image and returns its address. `onProgress` gets the sent part, 0 to 1. Throws ApiError, or the signal's
 * reason when aborted. Not with fetch, which does not report upload progress.
 */
export function uploadImage(
  file: File,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/images');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      // Null if it is not JSON, as an error from a proxy may be.
      const body: unknown = request.response;
      const url = textField(fieldOf(body, 'data'), 'url');
      if (request.status === 200 && url) resolve(url);
      else reject(refusal(request.status, body));
    });
    request.addEventListener('error', () => reject(new ApiError({ message: unreachable, status: 0 })));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });

    const form = new FormData();
    form.set('image', file);
    request.send(form);
  });
}
