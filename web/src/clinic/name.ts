/**
 * The clinic's name. In prerendered pages it is a placeholder that the server replaces. In the browser it is read from
 * the document.
 */
export function productName(): string {
  if (typeof document === 'undefined') return '__PRODUCT_NAME__';
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Openhours';
}
