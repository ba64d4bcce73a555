/** A piece of a text, and which secret it is. */
export interface Stretch {
  readonly text: string;
  /** For people, such as `the value of the header Authorization`; `null` for what is no secret. */
  readonly secret: string | null;
}

export const open = (text: string): Stretch => ({ text, secret: null });
export const secret = (text: string, what: string): Stretch => ({ text, secret: what });

/** The text that the pieces make. */
export const textOf = (stretches: readonly Stretch[]): string =>
  stretches.map(({ text }) => text).join('');

/** Without empty pieces, and with those that are no secrets put together where they are neighbours. */
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
