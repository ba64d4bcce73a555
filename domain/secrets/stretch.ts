export interface Stretch {
  readonly text: string;
  /** For people; `null` when the text is not a secret. */
  readonly secret: string | null;
}

export const open = (text: string): Stretch => ({ text, secret: null });
export const secret = (text: string, what: string): Stretch => ({ text, secret: what });

export const textOf = (stretches: readonly Stretch[]): string =>
  stretches.map(({ text }) => text).join('');

export function joined(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const stretch of stretches) {
    const last = found.at(-1);
    if (stretch.text === '') continue;
    if (last?.secret === null && stretch.secret === null) {
      found[found.length - 1] = open(last.text + stretch.text);
    } else found.push(stretch);
  }
  return found;
}
