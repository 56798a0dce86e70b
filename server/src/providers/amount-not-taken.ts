/** A provider takes no payment of this size: less than its smallest or more than its largest. */
export class AmountNotTaken extends Error {
  override name = 'AmountNotTaken';
}
