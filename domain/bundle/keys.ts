/** Names of devices on Windows, which no file can have there. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Reduces a name to lower-case ASCII letters, digits and hyphens; `webhook` when none are left.
 * Each key can be the name of a file on every system.
 */
export function keyFor(name: string): string {
  const key = name
    .slice(0, 1_000)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  if (key === '') return 'webhook';
  return deviceName.test(key) ? `webhook-${key}` : key;
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
