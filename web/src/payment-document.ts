const paymentPath = /^\/dashboard\/payment\//;

/**
 * Whether this document was loaded as the payment page. Its policy alone lets the browser talk to the payment provider
 * (server/src/http/pages.ts), so whoever comes from inside the application has to load it.
 */
export function isPaymentDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || paymentPath.test(new URL(loaded.name, location.href).pathname);
}
