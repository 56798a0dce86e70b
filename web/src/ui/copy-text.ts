import { toast } from './toast.ts';

/** Copies a text, and says so; or what to do instead, if the browser does not allow it. */
export async function copyText(text: string, { done, failed }: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(failed);
  }
}
