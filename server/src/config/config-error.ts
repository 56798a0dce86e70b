/** An invalid setting. The message is one sentence for the operator; the server prints it and exits. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
