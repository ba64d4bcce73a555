import { definitionOf, type WebhookDefinition } from '../../webhook/webhook.ts';

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
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The place that a finding marks. In a header, the offsets are those of its value. */
export type FindingPlace =
  | (TextRange & { readonly kind: 'payload' | 'url' })
  | (TextRange & { readonly kind: 'header'; readonly index: number })
  | { readonly kind: 'webhook' };

/** A problem or hint that a check of a template reports. */
export interface TemplateFinding {
  readonly code: FindingCode;
  /**
   * `error`: the receiver gets a body that it cannot read, or a placeholder instead of its value. `warning`: a delivery
   * is likely to be wrong. `note`: worth knowing.
   */
  readonly level: 'error' | 'warning' | 'note';
  readonly place: FindingPlace;
  readonly message: string;
  readonly fixes: readonly TemplateFix[];
}

/** A change that an editor offers for a finding. */
export interface TemplateFix {
  readonly title: string;
  /** Offsets refer to the payload before the fix. Edits do not overlap. */
  readonly changes: readonly Change[];
}

type Change =
  /** Of the payload. */
  | (TextRange & { readonly kind: 'edit'; readonly text: string })
  | { readonly kind: 'add-header'; readonly name: string; readonly value: string }
  | { readonly kind: 'replace-header-value'; readonly index: number; readonly value: string }
  /** At most one per fix, because it moves the headers behind it. */
  | { readonly kind: 'remove-header'; readonly index: number };

export const inPayload = ({ start, end }: TextRange): FindingPlace => ({
  kind: 'payload',
  start,
  end,
});

/** The first character that is no white space. */
export function firstCharacter(template: string): FindingPlace {
  const start = template.length - template.trimStart().length;
  return { kind: 'payload', start, end: Math.min(start + 1, template.length) };
}

export const payloadFix = (
  title: string,
  { start, end }: TextRange,
  text: string,
): TemplateFix => ({
  title,
  changes: [{ kind: 'edit', start, end, text }],
});

export const placeholderFix = (name: string, span: TextRange): TemplateFix =>
  payloadFix(`Change to %${name}%`, span, `%${name}%`);

type Level = TemplateFinding['level'];

/** Per check. Further findings are only counted. */
export const findingLimit = 200;

/**
 * A finding for each item, and beyond the limit one that counts the rest.
 * @param make runs only when the finding is listed
 */
export function findingsFor<Item>(
  items: Iterable<Item>,
  level: Level | ((item: Item) => Level),
  make: (item: Item) => Omit<TemplateFinding, 'level'>,
): TemplateFinding[] {
  const levelOf = typeof level === 'function' ? level : (): Level => level;
  const all = [...items];
  const listed = all.slice(0, findingLimit);
  const rest = all.slice(findingLimit);
  const findings = listed.map((item) => ({ ...make(item), level: levelOf(item) }));
  const [first] = rest;
  if (first === undefined) return findings;
  const representative = rest.find((item) => levelOf(item) !== 'note') ?? first;
  const count = rest.length.toLocaleString('en');
  const message = `There ${count === '1' ? 'is 1 more place' : `are ${count} more places`} like those before. Look at the first ones; the rest may be the same.`;
  const counting = { ...make(representative), level: levelOf(representative) };
  return [...findings, { ...counting, message, fixes: [] }];
}

/** Limits the findings of each code. */
export const limitFindings = (findings: readonly TemplateFinding[]): TemplateFinding[] =>
  [...Map.groupBy(findings, ({ code }) => code).values()].flatMap((group) =>
    findingsFor(
      group,
      ({ level }) => level,
      (finding) => finding,
    ),
  );

export function applyFix(definition: WebhookDefinition, fix: TemplateFix): WebhookDefinition {
  const fixed = definitionOf(definition);
  // From the back, so that the offsets of earlier edits stay valid.
  const changes = fix.changes.toSorted((a, b) => startOf(b) - startOf(a));
  for (const change of changes) applyChange(fixed, change);
  return fixed;
}

const startOf = (change: Change): number => (change.kind === 'edit' ? change.start : 0);

function applyChange(definition: WebhookDefinition, change: Change): void {
  const { payloadTemplate, headers } = definition;
  switch (change.kind) {
    case 'edit':
      definition.payloadTemplate =
        payloadTemplate.slice(0, change.start) + change.text + payloadTemplate.slice(change.end);
      break;
    case 'add-header':
      headers.push({ id: null, name: change.name, value: change.value });
      break;
    case 'remove-header':
      headers.splice(change.index, 1);
      break;
    case 'replace-header-value': {
      const header = headers[change.index];
      if (header !== undefined) header.value = change.value;
    }
  }
}
