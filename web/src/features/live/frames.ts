/** One server-sent event as it arrived. */
export type Frame = { id: string | undefined; data: string };

/**
 * Reads server-sent events from a text that arrives in pieces, cut anywhere. Comments (heartbeats) are passed over.
 * Only what our server sends is read: `id` and `data`, one line each.
 */
export function createFrameReader(): (piece: string) => readonly Frame[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
      const data = field('data');
      return data === undefined ? [] : [{ id: field('id')?.trim(), data: data.trimStart() }];
    });
  };
}
