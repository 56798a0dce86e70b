/** There is no usable database. The message is a sentence for the operator; whoever started us prints it and stops. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
