/** Starts the work for each item in order, `atOnce` at the same time. If it asks a provider, one item can take until the deadline. */
export async function inParallel<Item>(
  items: readonly Item[],
  { atOnce, work }: { atOnce: number; work: (item: Item) => Promise<unknown> },
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
