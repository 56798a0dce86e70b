/** A price as it reads, '$60' or '$12.50'. @param price whole currency units with at most two decimals */
export function priceText(price: number): string {
  return `$${Number.isInteger(price) ? price : price.toFixed(2)}`;
}
