/** Invalid settings. The message has a line for the operator about each; the server prints it and exits. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
