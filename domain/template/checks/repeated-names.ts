import type { JsonAtom, JsonMark } from '../json/scan-json.ts';

export class RepeatedNames {
  /** Without the first occurrence. */
  readonly repeated: JsonAtom[] = [];
  readonly #text: string;
  /** `null` for a list. */
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
    // The values of a bare token decide its name.
    if (atom.role !== 'name' || atom.bare || names == null) return;
    const raw = this.#text.slice(atom.start, atom.end);
    const name = raw.includes('\\') ? JSON.stringify(JSON.parse(raw)) : raw;
    if (names.has(name)) this.repeated.push(atom);
    else names.add(name);
  }
}
