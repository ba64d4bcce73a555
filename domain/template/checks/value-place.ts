import { type JsonMark, templateFault } from '../json/scan-json.ts';
import type { TokenPart } from '../parse.ts';

/** For an absent key, the start of the object that should contain it. @param key dots lead into objects */
export function placeOfKey(
  template: string,
  tokens: readonly TokenPart[],
  key: string,
): { start: number; end: number } {
  const names = key.split('.').map((name) => JSON.stringify(name));
  const walk = new Walk(template, names);
  templateFault(template, tokens, walk);
  return walk.place;
}

class Walk {
  place: { start: number; end: number };
  readonly #template: string;
  readonly #names: readonly string[];
  /** Open brackets, and how many of them lead to the key. */
  #depth = 0;
  #onTheWay = 0;
  #named = false;
  #found = false;

  constructor(template: string, names: readonly string[]) {
    this.#template = template;
    this.#names = names;
    const start = template.length - template.trimStart().length;
    this.place = { start, end: Math.min(start + 1, template.length) };
  }

  mark(mark: JsonMark, at: number): void {
    if (mark === '{' || mark === '[') {
      const root = this.#depth === 0;
      if (root || this.#named) this.#enter(mark, at, root);
      this.#named = false;
      this.#depth += 1;
    } else if (mark === '}' || mark === ']') {
      this.#depth -= 1;
      this.#onTheWay = Math.min(this.#onTheWay, this.#depth);
    }
  }

  #enter(mark: '{' | '[', at: number, root: boolean): void {
    if (this.#found) return;
    if (!root && this.#onTheWay === this.#names.length) {
      this.place = { start: at, end: at + 1 };
      this.#found = true;
    } else if (mark === '{' && this.#onTheWay === this.#depth) {
      this.place = { start: at, end: at + 1 };
      this.#onTheWay += 1;
    }
  }

  atom({ start, end, role }: { start: number; end: number; role: string }): void {
    if (role === 'name') {
      const wanted = this.#names[this.#depth - 1];
      const onTheWay = this.#depth === this.#onTheWay;
      this.#named = onTheWay && this.#template.slice(start, end) === wanted;
    } else if (this.#named) {
      this.#named = false;
      if (!this.#found && this.#depth === this.#names.length) {
        this.place = { start, end };
        this.#found = true;
      }
    }
  }
}
