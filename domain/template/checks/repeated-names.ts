import type { JsonAtom, JsonMark } from '../json/scan-json.ts';

/** Collects the names that an object of a JSON text has more than once. */
export class RepeatedNames {
  /** Each from its second time on. */
  readonly repeated: JsonAtom[] = [];
  readonly #text: string;
  /** The names of each open object; `null` for a list. */
  readonly #open: (Set<string> | null)[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  mark(mark: JsonMark): void {
    if (mark === '{') this.#open.push(new Set());
    else if (mark === '[') this.#open.push(null);
    else if (mark === '}' || mark === ']') this.#open.pop();
  }

  atom(atom: JsonAtom): void {
    const names = this.#open.at(-1);
    // The values of a bare token decide what its name is.
    if (atom.role !== 'name' || atom.bare || names == null) return;
    const raw = this.#text.slice(atom.start, atom.end);
    const name = raw.includes('\\') ? JSON.stringify(JSON.parse(raw)) : raw;
    if (names.has(name)) this.repeated.push(atom);
    else names.add(name);
  }
}
