import type { Stripe } from 'stripe';
import { badParameter, noSuch } from './failure.ts';
import { type FormTree, integer, subtree, text } from './form.ts';
import type { Shelf } from './ledger.ts';

export const listParameters = ['limit', 'starting_after', 'ending_before', 'created'] as const;

/** A page of the items that pass `fits`, newest first, after or before the item with the given id. */
export function listPage<Item extends { id: string; created: number }>(
  shelf: Shelf<Item>,
  tree: FormTree,
  { url, fits }: { url: string; fits: (item: Item) => boolean },
): Stripe.ApiList<Item> {
  const limit = integer(tree, 'limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw badParameter(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      {
        code: 'parameter_invalid_integer',
        param: 'limit',
      },
    );
  }
  const wasCreated = createdWithin(tree);
  const after = text(tree, 'starting_after');
  const before = text(tree, 'ending_before');
  const all = shelf.newestFirst();
  const cut = (id: string, param: string) => {
    const index = all.findIndex((item) => item.id === id);
    if (index === -1) throw noSuch('object', id, param);
    return index;
  };
  const from = after === undefined ? 0 : cut(after, 'starting_after') + 1;
  const to = before === undefined ? all.length : cut(before, 'ending_before');
  const found = all.slice(from, to).filter((item) => wasCreated(item.created) && fits(item));
  // With `ending_before`, Stripe returns the page directly before that object.
  const data = before === undefined ? found.slice(0, limit) : found.slice(-limit);
  return { object: 'list', data, has_more: found.length > limit, url };
}

/** `created[gte]=…` and similar, or a single second. */
function createdWithin(tree: FormTree): (created: number) => boolean {
  const exactly = integer(tree, 'created');
  const bounds = subtree(tree, 'created');
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => integer(bounds, name));
  return (created) =>
    (exactly === undefined || created === exactly) &&
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte);
}
