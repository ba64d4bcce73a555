/** The names of a list, for letters that go to the next row with that name. */
export interface NamedRows<Item> {
  readonly nameOf?: ((item: Item) => string) | undefined;
  /** Keys that begin no name. */
  readonly isShortcut?: ((key: string) => boolean) | undefined;
}

/** An array of names is one. */
interface Names {
  readonly length: number;
  readonly at: (index: number) => string | undefined;
}

/** Milliseconds after which a letter begins a new name. */
const pause = 1_000;

/** Collects letters to the beginning of a name. */
export class TypeAhead {
  #text = '';
  #last = -Infinity;

  /**
   * Returns the beginning typed so far; `null` for a key that adds nothing.
   * @param isShortcut a key that begins no name
   */
  add(
    { key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>,
    isShortcut: (key: string) => boolean,
  ): string | null {
    const isNew = timeStamp - this.#last > pause;
    // Space selects the row.
    if (key.length !== 1 || key === ' ' || (isNew && isShortcut(key))) return null;
    this.#last = timeStamp;
    this.#text = isNew ? key : `${this.#text}${key}`;
    return this.#text;
  }

  /** The next letter begins a new name. */
  end(): void {
    this.#last = -Infinity;
  }
}

/** Where the search for a name begins. One letter goes on; more letters may keep the row that they have reached. */
export const startOf = (text: string, at: number): number =>
  Math.max(0, text.length === 1 ? at + 1 : at);

export const beginsWith = (name: string | undefined, text: string): boolean =>
  name?.toLocaleLowerCase().startsWith(text.toLocaleLowerCase()) === true;

/** The row whose name begins with the text, from the active row on and around; -1 for none. */
export function rowNamed(names: Names, text: string, at: number): number {
  const from = startOf(text, at);
  for (let step = 0; step < names.length; step += 1) {
    const index = (from + step) % names.length;
    if (beginsWith(names.at(index), text)) return index;
  }
  return -1;
}
