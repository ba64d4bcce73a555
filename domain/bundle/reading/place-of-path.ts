import { type JsonAtom, type JsonMark, templateFault } from '../../template/json/scan-json.ts';

/**
 * Where the value at a path stands in JSON, as an offset; where there is none, the innermost value on
 * the way that is there.
 *
 * @param start where the value begins that the path leads into; what follows that value is not looked at
 */
export function offsetOfPath(text: string, start: number, path: readonly PropertyKey[]): number {
  const rest = text.slice(start);
  const walk = new Walk(rest, path.map(String));
  templateFault(rest, [], walk);
  return start + walk.offset;
}

/**
 * Where the names of members stand in JSON, as offsets, found in one pass. `paths` lead into the value
 * that begins at `start`; a path that is not there has no offset.
 */
export function offsetsOfNames(
  text: string,
  start: number,
  paths: readonly (readonly string[])[],
): (number | null)[] {
  const rest = text.slice(start);
  const walk = new Walk(rest, [], new Set(paths.map((path) => JSON.stringify(path))));
  templateFault(rest, [], walk);
  return paths.map((path) => {
    const offset = walk.names.get(JSON.stringify(path));
    return offset === undefined ? null : start + offset;
  });
}

class Walk {
  /** Where the wanted names stand, by their paths as JSON. */
  readonly names = new Map<string, number>();
  offset = 0;
  readonly #text: string;
  readonly #path: readonly string[];
  /** Of everything that is open: the name or the number of the value that comes next in it. */
  readonly #next: (string | number)[] = [];

  readonly #wanted: ReadonlySet<string>;

  constructor(text: string, path: readonly string[], wanted: ReadonlySet<string> = new Set()) {
    this.#text = text;
    this.#path = path;
    this.#wanted = wanted;
  }

  readonly mark = (mark: JsonMark, at: number): void => {
    const last = this.#next.at(-1);
    if (mark === '{' || mark === '[') {
      this.#value(at);
      this.#next.push(mark === '{' ? '' : 0);
    } else if (mark === '}' || mark === ']') {
      this.#next.pop();
    } else if (mark === ',' && typeof last === 'number') {
      this.#next[this.#next.length - 1] = last + 1;
    }
  };

  readonly atom = ({ start, end, role }: JsonAtom): void => {
    if (role !== 'name') {
      this.#value(start);
      return;
    }
    this.#next[this.#next.length - 1] = String(JSON.parse(this.#text.slice(start, end)));
    if (this.#wanted.size === 0) return;
    const key = JSON.stringify(this.#next.map(String));
    if (this.#wanted.has(key)) this.names.set(key, start);
  };

  #value(at: number): void {
    const isOnTheWay =
      this.#next.length <= this.#path.length &&
      this.#next.every((part, index) => String(part) === this.#path[index]);
    if (isOnTheWay) this.offset = at;
  }
}
