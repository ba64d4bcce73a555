import { eachToken } from './scan.ts';

/** A piece of a payload template. `start` and `end` are offsets in UTF-16 code units, `end` exclusive. */
export type TemplatePart = LiteralPart | TokenPart;

export interface LiteralPart {
  readonly kind: 'literal';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface TokenPart {
  readonly kind: 'token';
  /** Without the percent signs. */
  readonly name: string;
  /** As it stands in the template, percent signs included. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Takes a payload template apart. A token is `%Name%`, where the name is letters (A to Z), digits and
 * underscores. Every other percent sign is literal: `100%`, `50%–60%`, and the escapes of URLs
 * (`%20`, `%C3%A9`), also where one of them stands before a token: `%20%AlertID%`.
 *
 * Any text is a template, and the parts put together are that text again. No two literals stand
 * side by side, and none is empty. Takes time in proportion to the length.
 */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let read = 0;
  eachToken(template, (start, end) => {
    if (start > read) parts.push(literal(template, read, start));
    const name = template.slice(start + 1, end - 1);
    parts.push({ kind: 'token', name, text: template.slice(start, end), start, end });
    read = end;
  });
  if (read < template.length) parts.push(literal(template, read, template.length));
  return parts;
}

const literal = (template: string, start: number, end: number): LiteralPart => ({
  kind: 'literal',
  text: template.slice(start, end),
  start,
  end,
});

/** The template that the parts were taken from. */
export const printTemplate = (parts: readonly TemplatePart[]): string =>
  parts.map(({ text }) => text).join('');

/** The names of the tokens in a template, each once, in the order in which they first stand there. */
export const tokenNames = (parts: readonly TemplatePart[]): string[] => [
  ...new Set(parts.flatMap((part) => (part.kind === 'token' ? [part.name] : []))),
];
