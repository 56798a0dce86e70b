/** A provider did not answer, not in time, or with a failure of its own: what we asked may or may not have happened. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}
