/** Does some work for each item, in their order, for a few at once: each question to a provider can take until its deadline. */
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
