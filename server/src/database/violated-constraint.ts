import pg from 'pg';

/** unique_violation and exclusion_violation. */
const VIOLATIONS = new Set(['23505', '23P01']);

/**
 * The name of the unique or exclusion constraint, or of the rule of a trigger, that a statement violated. `undefined`: it
 * failed for another reason.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError && VIOLATIONS.has(cause.code ?? '') ? cause.constraint : undefined;
}
