/** Files in memory; the oldest are dropped if there are too many. */
export interface Shelf {
  put(name: string, file: StoredFile): void;
  get(name: string): StoredFile | undefined;
  remove(name: string): void;
  list(): { name: string; size: number; type: string }[];
}

interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

const MOST_FILES = 500;

export function createShelf(): Shelf {
  const files = new Map<string, StoredFile>();
  return {
    put(name, file) {
      files.delete(name);
      files.set(name, file);
      const [oldest] = files.keys();
      if (files.size > MOST_FILES && oldest !== undefined) files.delete(oldest);
    },
    get: (name) => files.get(name),
    remove: (name) => void files.delete(name),
    list: () => [...files].map(([name, { bytes, type }]) => ({ name, size: bytes.byteLength, type })).toReversed(),
  };
}
