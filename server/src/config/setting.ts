import type * as z from 'zod';
import { ConfigError } from './config-error.ts';

/** One environment variable. `npm run settings` generates `docs/settings.md` and `.env.example` from these. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** Parses the text. `.default(…)` or `.optional()` defines the unset variable. */
  readonly schema: Schema;
  /** What it does, in one line. */
  readonly about: string;
  /** What an unset variable means, if that depends on other settings or the machine. */
  readonly unset?: string;
  /** An example value, if there is no default. */
  readonly example?: string;
}

type Settings = Readonly<Record<string, Setting>>;

/** The settings of one concern. */
export interface SettingGroup<Group extends Settings = Settings> {
  readonly title: string;
  /** An introduction to the table. */
  readonly about?: string;
  readonly settings: Group;
}

/** The values of a group, by setting. */
export type ValuesOf<Group extends SettingGroup> = {
  readonly [Name in keyof Group['settings']]: z.output<Group['settings'][Name]['schema']>;
};

export type Environment = Readonly<Record<string, string | undefined>>;

export function settingGroup<const Group extends Settings>(group: SettingGroup<Group>): SettingGroup<Group> {
  return group;
}

/**
 * Reads the settings of a group. An empty variable counts as unset.
 *
 * @throws ConfigError that names each invalid variable but never its value, which may be a secret
 */
export function readGroup<Group extends SettingGroup>({ settings }: Group, environment: Environment): ValuesOf<Group> {
  const readers = Object.entries(settings).map(([name, { schema }]) => {
    const read = () => {
      const parsed = schema.safeParse(environment[name] || undefined);
      if (parsed.success) return parsed.data;
      throw new ConfigError(`${name}: ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
    };
    return [name, read] as const;
  });
  // Each value is the output of the schema with the same name.
  return readAll(Object.fromEntries(readers)) as ValuesOf<Group>;
}

/**
 * What each of these reads, by name.
 *
 * @throws ConfigError with what is wrong in any of them, so that nobody has to start once for each fault
 */
export function readAll<Results>(readers: { readonly [Name in keyof Results]: () => Results[Name] }): Results {
  const results: Partial<Results> = {};
  const faults: string[] = [];
  for (const name in readers) {
    try {
      results[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return results as Results;
}
