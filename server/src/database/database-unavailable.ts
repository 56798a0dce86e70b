/** There is no usable database. The message is a sentence for the operator; the caller prints it and exits. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
