import { ConfigError } from './config-error.ts';

/**
 * The values of settings that only work together, or undefined if none of them is set.
 *
 * @param names.beside settings that have no effect without these
 * @throws ConfigError if only some are set
 */
export function allOrNone<Name extends string, Beside extends string = never>(
  values: Readonly<Record<Name, string | undefined>> & Readonly<Record<Beside, unknown>>,
  names: { readonly all: readonly Name[]; readonly beside?: readonly Beside[] },
): Readonly<Record<Name, string>> | undefined {
  const given = [...names.all, ...(names.beside ?? [])].find((name) => values[name] !== undefined);
  if (given === undefined) return undefined;
  const missing = names.all.find((name) => values[name] === undefined);
  if (missing !== undefined) throw new ConfigError(`${missing} must be set as well, because ${given} is.`);
  return values as Readonly<Record<Name, string>>;
}
