/** Reduces a name to lower-case ASCII letters, digits and hyphens; `webhook` when none are left. */
export function keyFor(name: string): string {
  const plain = name
    .slice(0, 1_000)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'webhook' : plain;
}

/** Makes keys unique: the second `pager` becomes `pager-2`. */
export function freeKeys(): { take: (wanted: string) => string } {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return {
    take(wanted) {
      let key = wanted;
      let count = counts.get(wanted) ?? 1;
      while (taken.has(key)) {
        count += 1;
        key = `${wanted}-${count}`;
      }
      counts.set(wanted, count);
      taken.add(key);
      return key;
    },
  };
}
