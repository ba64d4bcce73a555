import { partsOf, type QueryPart } from '#domain/search/parse-query.ts';

export const partAt = (text: string, caret: number): QueryPart | undefined =>
  [...partsOf(text)].find(({ start, end }) => start < caret && caret <= end);

export const inQuotes = (value: string): string => `"${value.replaceAll('"', '""')}"`;

export const quoted = (value: string): string => (/[\s"]/.test(value) ? inQuotes(value) : value);

/** The value of the last such term that has one of the values; `null` without one. */
export function valueOfTerm(text: string, name: string, values: readonly string[]): string | null {
  const part = [...partsOf(text)].findLast((each) => isOfTerm(each, name, values));
  return part === undefined ? null : valueOf(part);
}

/** Replaces the terms that have one of the values; `null` removes them. */
export function withTerm(
  text: string,
  name: string,
  value: string | null,
  values: readonly string[],
): string {
  const others = [...partsOf(text)].filter((part) => !isOfTerm(part, name, values));
  const left = others.map(({ start, end }) => withClosedQuote(text.slice(start, end)));
  return [...left, ...(value === null ? [] : [`${name}:${quoted(value)}`])].join(' ');
}

/** The last part of a text may have an open quote, which would hold the parts added behind it. */
const withClosedQuote = (part: string): string =>
  /^-?(?:[a-z]+:)?"(?:[^"]|"")*$/i.test(part) ? `${part}"` : part;

/** Values of `is:` that mean another one. */
const meanings = new Map([
  ['on', 'enabled'],
  ['off', 'disabled'],
]);

const valueOf = ({ value }: QueryPart): string => meanings.get(value) ?? value;

const isOfTerm = (part: QueryPart, name: string, values: readonly string[]): boolean =>
  !part.negated && part.name === name && values.includes(valueOf(part));
