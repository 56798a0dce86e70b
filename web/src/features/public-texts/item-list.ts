import { newKey } from '../hours/new-key.ts';

/** A field of each item in a list of texts. */
export type ListField<Name extends string> = {
  name: Name;
  label: string;
  maxLength: number;
  /** Several lines. */
  isLong?: boolean;
  /** The message if it is empty; without one, it may be empty. */
  required?: string;
};

/** A list that is being edited. The keys identify its items while they move. */
export type ListDraft<Name extends string> = readonly { key: string; values: Readonly<Record<Name, string>> }[];

export function draftOf<Name extends string>(items: readonly Readonly<Record<Name, string>>[]): ListDraft<Name> {
  return items.map((values) => ({ key: newKey(), values }));
}

export function itemsOf<Name extends string>(draft: ListDraft<Name>): Record<Name, string>[] {
  return draft.map(({ values }) => ({ ...values }));
}

/** The name of the control for a field of an item. */
export function controlName(key: string, name: string): string {
  return `${name}-${key}`;
}

/** What is wrong with a value, if anything. */
export function faultIn(value: string, { required }: Pick<ListField<string>, 'required'>): string | undefined {
  return value.trim() === '' ? required : undefined;
}

/** The names of the controls with a fault. */
export function faultsOf<Name extends string>(
  draft: ListDraft<Name>,
  fields: readonly ListField<Name>[],
): readonly string[] {
  return draft.flatMap(({ key, values }) =>
    fields.flatMap((field) => (faultIn(values[field.name], field) ? [controlName(key, field.name)] : [])),
  );
}

/** Moves an item up (-1) or down (1). */
export function moved<Name extends string>(draft: ListDraft<Name>, at: number, by: -1 | 1): ListDraft<Name> {
  const [one, other] = [draft[at], draft[at + by]];
  return one && other ? draft.with(at, other).with(at + by, one) : draft;
}
