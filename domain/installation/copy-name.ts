/** `acme copy`, then `acme copy 2`. A copy of a copy continues the count. Ignores case. */
export function copyName(name: string, taken: readonly string[]): string {
  const held = new Set(taken.map((each) => each.trim().toLowerCase()));
  const stem = name
    .trim()
    .replace(/ copy(?: \d{1,6})?$/, '')
    .slice(0, 180);
  for (let count = 1; ; count += 1) {
    const copy = `${stem} copy${count === 1 ? '' : ` ${count}`}`;
    if (!held.has(copy.toLowerCase())) return copy;
  }
}
