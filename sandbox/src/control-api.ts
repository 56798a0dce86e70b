import { Hono } from 'hono';
import { disturbanceKinds, type Outage } from './disturbances.ts';
import { ownPagesOnly } from './own-pages-only.ts';
import { type Fields, readFields, readWord, wantsJson } from './read-fields.ts';

/** Returns an object for the caller, or a sentence that explains why nothing was done. */
type Action = (fields: Fields) => object | string | Promise<object | string>;

/**
 * The control interface of a part, below `{page}/control/`: JSON for other processes, and forms for the buttons on its
 * page, which redirect back to it.
 */
export function controlApi(page: string, actions: Readonly<Record<string, Action>>): Hono {
  const api = new Hono().use(`${page}/control/*`, ownPagesOnly);
  for (const [name, act] of Object.entries(actions)) {
    api.post(`${page}/control/${name}`, async (c) => {
      const answer = await act(await readFields(c));
      if (typeof answer === 'string') return c.json({ message: answer }, 400);
      return wantsJson(c) ? c.json(answer) : c.redirect(page, 303);
    });
  }
  return api;
}

/** Sets something to `{how, delayMs?}`. */
export function setting<Word extends string>(
  words: readonly Word[],
  set: (chosen: { how: Word; delayMs?: number }) => void,
): Action {
  return (fields) => {
    const how = readWord(fields, 'how', words);
    if (!how) return `how must be one of ${words.join(', ')}`;
    const delayMs = Number(fields.get('delayMs') || Number.NaN);
    set(delayMs >= 0 ? { how, delayMs } : { how });
    return {};
  };
}

/** Starts an outage of a provider, or ends it with `none`. */
export function outageSetting(set: (outage: Outage | undefined) => void): Action {
  return setting(['none', ...disturbanceKinds], ({ how, ...rest }) =>
    set(how === 'none' ? undefined : { how, ...rest }),
  );
}

/** Changes the status of the object with this `id`. */
export function step<Word extends string>(words: readonly Word[], move: (id: string, status: Word) => boolean): Action {
  return (fields) => {
    const status = readWord(fields, 'status', words);
    const moved = status !== undefined && move(fields.get('id') ?? '', status);
    return moved ? {} : 'There is no object with this id, or its status cannot change to this one.';
  };
}
