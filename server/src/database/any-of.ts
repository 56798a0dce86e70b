import { sql } from 'drizzle-orm';

/** `any(…)` of these ids, in one parameter, however many there are. */
export const anyOf = (ids: readonly string[]) => sql`any(${`{${ids.join(',')}}`}::uuid[])`;
