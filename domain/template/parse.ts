import { eachToken } from './each-token.ts';

/** UTF-16 offsets; `end` is exclusive. */
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
  /** With the percent signs. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a template into placeholders (substitution tokens, `%Name%`) and literals. Other percent signs are
 * literal: `100%`, and URL escapes (`%20`), even before a token. The parts joined give the template.
 * Literals are neither empty nor adjacent. Takes linear time.
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

export const tokenNames = (parts: readonly TemplatePart[]): string[] => [
  ...new Set(parts.flatMap((part) => (part.kind === 'token' ? [part.name] : []))),
];
