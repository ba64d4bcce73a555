import { Environment } from '../installation/connection.ts';
import { foldText } from '../text/fold-text.ts';
import { PayloadType } from '../webhook/variant.ts';
import { severityNames } from '../webhook/webhook.ts';
import { type Query, type QueryMistake, type SearchTerm, TermName, WebhookState } from './terms.ts';

/** Characters of a search text. */
export const maxQueryLength = 2_000;

/** The terms that take one of some values only. */
export const fixedValues: Readonly<Partial<Record<TermName, readonly string[]>>> = {
  env: Environment.options,
  type: PayloadType.options.map((type) => type.toLowerCase()),
  severity: [...severityNames, 'none'],
  is: WebhookState.options,
};

/** `-`, `term:`, then a quoted or plain value. `https://…` is a plain value. */
const partPattern = /(-?)(?:([a-z]+):(?!\/\/))?(?:"((?:[^"]|"")*)(?:"|$)|(\S*))/iy;

/** `""` inside quotes is one quote. A missing last quote is added. */
export function parseQuery(text: string): Query {
  if (text.length > maxQueryLength) return { terms: [], mistakes: [tooLong(text)] };
  const terms: SearchTerm[] = [];
  const mistakes: QueryMistake[] = [];
  for (const part of partsOf(text)) {
    const message = mistakeOf(part);
    if (message !== null) mistakes.push({ start: part.start, end: part.end, message });
    else if (part.value !== '') terms.push(termOf(part));
  }
  return { terms, mistakes };
}

/** A term or a free text; offsets are UTF-16 units. */
export interface QueryPart {
  readonly start: number;
  readonly end: number;
  readonly negated: boolean;
  /** `null` for free text. */
  readonly name: string | null;
  /** Folded, without quotes. */
  readonly value: string;
}

export function* partsOf(text: string): Generator<QueryPart, void, void> {
  let start = afterSpace(text, 0);
  while (start < text.length) {
    partPattern.lastIndex = start;
    const [whole = '', minus = '', name, quoted, plain = ''] = partPattern.exec(text) ?? [];
    const end = start + whole.length;
    const isDash = whole === '-';
    yield {
      start,
      end,
      negated: minus !== '' && !isDash,
      name: name?.toLowerCase() ?? null,
      value: foldText(isDash ? whole : (quoted?.replaceAll('""', '"') ?? plain)),
    };
    start = afterSpace(text, end);
  }
}

function afterSpace(text: string, from: number): number {
  const length = text.slice(from).search(/\S/);
  return length === -1 ? text.length : from + length;
}

function mistakeOf({ name, value }: QueryPart): string | null {
  if (name === null) return null;
  const term = TermName.safeParse(name);
  if (!term.success) {
    const names = TermName.options.join(', ');
    return `“${name}:” is not a search term. Put the text in quotes, or use one of: ${names}.`;
  }
  if (value === '') return `Enter a value after “${name}:”.`;
  if (term.data === 'id') return isId(value) ? null : 'Enter a whole number after “id:”.';
  const values = fixedValues[term.data];
  if (values === undefined || values.includes(value)) return null;
  return `“${name}:” has no value “${value}”. Use ${values.join(', ')}.`;
}

const isId = (value: string): boolean =>
  /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value));

function termOf({ name, value, negated }: QueryPart): SearchTerm {
  return { term: name === null ? 'text' : TermName.parse(name), value, negated };
}

const tooLong = (text: string): QueryMistake => ({
  start: 0,
  end: text.length,
  message: `Shorten the search to ${maxQueryLength.toLocaleString('en')} characters.`,
});
