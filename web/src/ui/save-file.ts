/**
 * Offers a text as a download.
 *
 * @param type a MIME type, 'text/calendar;charset=utf-8'
 */
export function saveFile(text: string, { name, type }: { name: string; type: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Some browsers read the file only after the download has begun.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
