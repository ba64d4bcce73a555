const units: readonly [string, number][] = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
];

export function ago(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  for (const [unit, length] of units) {
    const count = Math.floor(age / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'less than a minute ago';
}
