export type FindingCode =
  | 'unknown-token'
  | 'wrong-case'
  | 'unclosed-percent'
  | 'space-in-placeholder'
  | 'token-in-url'
  | 'token-in-header'
  | 'byte-order-mark'
  | 'not-json'
  | 'duplicate-member'
  | 'unquoted-token'
  | 'value-breaks-json'
  | 'not-form'
  | 'value-breaks-form'
  | 'not-xml'
  | 'value-breaks-xml'
  | 'no-content-type'
  | 'content-type-disagrees'
  | 'content-types-contradict'
  | 'empty-template'
  | 'receiver-shape';

/** UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** In a header, the offsets are those of its value. */
export type FindingPlace =
  | (Span & { readonly kind: 'payload' | 'url' })
  | (Span & { readonly kind: 'header'; readonly index: number })
  | { readonly kind: 'webhook' };

export interface TemplateFinding {
  readonly code: FindingCode;
  /** `warning`: a delivery is wrong, or likely to be. `note`: worth knowing. */
  readonly level: 'warning' | 'note';
  readonly place: FindingPlace;
  readonly message: string;
  readonly fixes: readonly TemplateFix[];
}

export interface TemplateFix {
  readonly title: string;
  /** Offsets refer to the payload before the fix. Edits do not overlap. */
  readonly changes: readonly Change[];
}

export type Change =
  /** Of the payload. */
  | (Span & { readonly kind: 'edit'; readonly text: string })
  | { readonly kind: 'add-header'; readonly name: string; readonly value: string }
  | { readonly kind: 'replace-header-value'; readonly index: number; readonly value: string }
  /** At most one per fix, because it moves the headers behind it. */
  | { readonly kind: 'remove-header'; readonly index: number };

export const inPayload = ({ start, end }: Span): FindingPlace => ({ kind: 'payload', start, end });

/** The first character that is no white space. */
export function firstCharacter(template: string): FindingPlace {
  const start = template.length - template.trimStart().length;
  return { kind: 'payload', start, end: Math.min(start + 1, template.length) };
}

export const payloadFix = (title: string, { start, end }: Span, text: string): TemplateFix => ({
  title,
  changes: [{ kind: 'edit', start, end, text }],
});

export const placeholderFix = (name: string, span: Span): TemplateFix =>
  payloadFix(`Change to %${name}%`, span, `%${name}%`);
