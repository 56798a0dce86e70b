import { toast } from './toast.ts';

/** Copies a text and shows `done`, or `failed` if the browser does not allow copying. */
export async function copyText(text: string, { done, failed }: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(failed);
  }
}
