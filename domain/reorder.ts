/** Moves the named items among their own positions only. Ignores unknown and repeated ids. */
export function reorder<Item extends { readonly id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const moving = new Set(named.map(({ id }) => id));
  const next = named.values();
  return items.map((item) => (moving.has(item.id) ? (next.next().value ?? item) : item));
}
