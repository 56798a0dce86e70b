/** Random numbers from 0 to below 1, determined by the seed, an integer (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random choices, determined by the seed: a text, whose FNV-1a hash is the seed of the generator. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** True with this probability. */
  is(probability: number): boolean;
  pick<const T>(from: readonly [T, ...T[]]): T;
}

export function chanceOf(seed: string): Chance {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(seed)) hash = Math.imul(hash ^ byte, 0x01000193);
  const next = randomFrom(hash);
  return {
    next,
    is: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}
