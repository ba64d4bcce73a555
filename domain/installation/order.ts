/**
 * A list in another order: those that are named take their places among themselves in the order in which
 * they are named, all others stay where they are. So a part of a list, such as one group, can be put in
 * order without knowing the rest. Ids that are not in the list, or named again, change nothing.
 */
export function reordered<Item extends { readonly id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const moving = new Set(named.map(({ id }) => id));
  const next = named.values();
  return items.map((item) => (moving.has(item.id) ? (next.next().value ?? item) : item));
}
