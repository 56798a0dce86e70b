/** Why an appointment cannot be changed, moved or cancelled. */
export type NotPossible =
  | { readonly kind: 'refused'; readonly code: 'NOT_FOUND' }
  | { readonly kind: 'refused'; readonly code: 'NOT_POSSIBLE'; readonly message: string };

/** Why an appointment was not changed, moved or cancelled. */
export type NotChanged =
  | NotPossible
  | { readonly kind: 'refused'; readonly code: 'CHANGED_MEANWHILE'; readonly data: { readonly version: number } };
