import { readFile, rename, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';

/** A file of another format is ignored. Change it with the objects that are kept. */
const FORMAT = 1;
const SAVE_AFTER_MS = 200;

interface KeptState<State> {
  readonly state: State;
  /** Call this after a change: the state is saved soon. */
  changed(this: void): void;
  /** Saves it. */
  stop(): Promise<void>;
}

/**
 * State that survives a restart: what the providers know of payments, of which the clinic's database has its own records.
 * Without a file, it ends with the process.
 *
 * @param initial the state if there is no file, or no readable one
 */
export async function keepState<State>({
  file,
  initial,
  log,
}: {
  file: string | undefined;
  initial: State;
  log: (line: string) => void;
}): Promise<KeptState<State>> {
  if (file === undefined) return { state: initial, changed: () => {}, stop: async () => {} };
  const state = await readState(file, initial, log);
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  const save = async (): Promise<void> => {
    await writeFile(`${file}.new`, serialize({ format: FORMAT, state }), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  const saveInTurn = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(save).catch((error: Error) => log(`payments are not saved: ${error.message}`));
    return saving;
  };
  return {
    state,
    changed: () => {
      timer ??= setTimeout(() => void saveInTurn(), SAVE_AFTER_MS).unref();
    },
    stop: saveInTurn,
  };
}

async function readState<State>(file: string, initial: State, log: (line: string) => void): Promise<State> {
  try {
    const kept: unknown = deserialize(await readFile(file));
    // Only `save` above writes the file, and a change of what it writes changes the format.
    if (isKept(kept)) return kept.state as State;
    log(`${file} has another format, and is replaced`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      log(`${file} cannot be read: ${String(error)}`);
  }
  return initial;
}

function isKept(kept: unknown): kept is { state: unknown } {
  return typeof kept === 'object' && kept !== null && 'format' in kept && kept.format === FORMAT && 'state' in kept;
}
