import { describeFault, type JsonEvents, type JsonMark, templateFault } from './json/scan-json.ts';
import { parseTemplate } from './parse-template.ts';

export type FormattedTemplate =
  | { readonly kind: 'formatted'; readonly text: string }
  | {
      readonly kind: 'not-json';
      readonly message: string;
      /** UTF-16 offset; `null` when no place is to blame. */
      readonly at: number | null;
    };

/** Levels. Deeper indentation would be longer than the content. */
const maxDepth = 100;

/**
 * Lays JSON out like `JSON.stringify` with two spaces. Only white space between the pieces of JSON changes:
 * tokens, numbers and escapes stay byte for byte. Returns `not-json` for other templates. Takes linear
 * time.
 */
export function formatTemplate(text: string): FormattedTemplate {
  if (text.trim() === '')
    return notJson('The template is empty: there is nothing to format.', null);
  const tokens = parseTemplate(text).filter((part) => part.kind === 'token');
  const layout = new Layout(text);
  const fault = templateFault(text, tokens, layout);
  if (fault !== null) {
    const where = describeFault(text, fault);
    return notJson(`Only valid JSON can be formatted: ${where}.`, fault.at);
  }
  if (layout.tooDeep) {
    return notJson(
      `The JSON is nested deeper than ${maxDepth} levels and cannot be formatted.`,
      null,
    );
  }
  return { kind: 'formatted', text: layout.result() };
}

const notJson = (message: string, at: number | null): FormattedTemplate => ({
  kind: 'not-json',
  message,
  at,
});

/** Writes the pieces of JSON with new white space between them. */
class Layout implements JsonEvents {
  tooDeep = false;
  readonly #source: string;
  #written = '';
  #depth = 0;
  /** Whether a line break comes before the next piece. A bracket that closes at once needs none. */
  #breaks = false;
  #justOpened = false;

  constructor(source: string) {
    this.#source = source;
  }

  result(): string {
    return this.#written;
  }

  mark(mark: JsonMark): void {
    switch (mark) {
      case '{':
      case '[':
        this.#write(mark);
        this.#depth += 1;
        this.tooDeep ||= this.#depth > maxDepth;
        this.#justOpened = true;
        this.#breaks = true;
        break;
      case '}':
      case ']':
        this.#depth -= 1;
        this.#breaks = !this.#justOpened;
        this.#write(mark);
        break;
      case ',':
        this.#written += mark;
        this.#breaks = true;
        break;
      case ':':
        this.#written += ': ';
    }
  }

  atom({ start, end }: { start: number; end: number }): void {
    this.#write(this.#source.slice(start, end));
  }

  #write(piece: string): void {
    if (this.tooDeep) return;
    if (this.#breaks) this.#written += `\n${'  '.repeat(this.#depth)}`;
    this.#written += piece;
    this.#breaks = false;
    this.#justOpened = false;
  }
}
