/** A provider did not answer in time, or failed: the request may or may not have been carried out. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}
