/**
 * Offers a text or a file as a download.
 *
 * @param type a MIME type, 'application/json'; a file has its own
 */
export function saveFile(content: string | Blob, { name, type = '' }: { name: string; type?: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  // Some browsers read the file only after the download has begun.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
