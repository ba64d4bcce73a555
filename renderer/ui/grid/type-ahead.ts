import type { Rows } from './active-row.svelte.ts';

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

/** The row whose name begins with the text, from the active row on and around; -1 for none. */
export function rowNamed(names: Rows<string>, text: string, at: number): number {
  const wanted = text.toLocaleLowerCase();
  // One letter goes on; more letters may keep the row that they have reached.
  const from = Math.max(0, text.length === 1 ? at + 1 : at);
  for (let step = 0; step < names.length; step += 1) {
    const index = (from + step) % names.length;
    if (names.at(index)?.toLocaleLowerCase().startsWith(wanted) === true) return index;
  }
  return -1;
}
