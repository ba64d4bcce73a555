import type { OwnToken } from '../../template/own-tokens.ts';
import { decisionFindings } from '../../template/checks/decision-findings.ts';
import { checkTemplate, type FindingPlace } from '../../template/checks/check-template.ts';
import { defaultRuleSet } from '../../template/render.ts';
import { checkDefinition, type Issue } from '../../webhook/check.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { lineAndColumn } from '../../template/line-and-column.ts';
import type { BundleRow } from '../bundle-row.ts';
import type { Bundle } from '../format.ts';
import { printed } from '../pieces.ts';
import { type PortableWebhook, printedTexts } from '../portable.ts';
import { decodeFile } from '../reading/decode-file.ts';
import type { FileFault } from '../reading/file-fault.ts';
import { guardJson } from '../reading/guard-json.ts';
import { jsonPart } from '../reading/json-part.ts';
import type { RawReader } from '../reading/raw-reader.ts';
import { readBundleText } from '../reading/read-bundle-text.ts';
import { fieldsOf } from '../../webhook/webhook.ts';
import { offsetInRow } from './offset-in-row.ts';

export interface FileFinding {
  /** From 1; `null` when the finding concerns the whole file. */
  readonly line: number | null;
  readonly column: number | null;
  readonly level: 'error' | 'warning';
  /** `null` for the file as a whole. */
  readonly webhook: string | null;
  readonly message: string;
}

/** Checks definitions and templates of a bundle or a raw list, as an editor does. Needs no installation. */
export function checkFile(bytes: Uint8Array, raw: RawReader): FileFinding[] {
  const decoded = decodeFile(bytes);
  if (decoded.kind === 'unreadable') return [faultFinding(decoded.fault, null)];
  const encrypted = { why: 'It is encrypted, so it cannot be checked.', line: null, column: null };
  if (decoded.kind === 'encrypted') return [faultFinding(encrypted, null)];
  const reading = readBundleText(decoded.text, raw);
  if (reading.kind === 'encrypted') return [faultFinding(encrypted, null)];
  if (reading.kind === 'unreadable') return [faultFinding(reading.fault, null)];
  const text = jsonPart(decoded.text);
  const ownTokens = reading.kind === 'bundle' ? ownTokensOf(reading.bundle) : [];
  const variant = reading.kind === 'raw' ? reading.variant : null;
  const starts = startsOf(text, reading.rows.length);
  return reading.rows
    .flatMap((row, index) =>
      rowFindings(row, { text, start: starts[index] ?? 0, ownTokens, variant }),
    )
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

interface RowContext {
  readonly text: string;
  /** Offset of the row. */
  readonly start: number;
  readonly ownTokens: readonly OwnToken[];
  readonly variant: VariantId | null;
}

function rowFindings({ content, origin }: BundleRow, context: RowContext): FileFinding[] {
  if (content.kind === 'unreadable') return [faultFinding(content.fault, content.name)];
  const { text, start, ownTokens } = context;
  const { webhook } = content;
  const variant = context.variant ?? origin?.variant ?? (webhook.payloadType === null ? 'A' : 'B');
  const at = (path: readonly PropertyKey[], offset: number | null) =>
    lineAndColumn(text, offsetInRow(text, start, path, offset));
  const definition = definitionFrom(webhook, printed);
  const issues = checkDefinition(definitionFrom(webhook, withValues), variant, null)
    .filter(({ path }) => !webhook.missing.some((part) => isPart(path, part)))
    .map(({ path, level, message }) => ({ ...at(pathOf(path), null), level, message }));
  const templates = webhook.missing.includes('payloadTemplate')
    ? []
    : checkTemplate(definition, { ownTokens, edits: {}, rules: defaultRuleSet });
  const findings = templates.flatMap((finding) => {
    const checked = { ownTokens, edits: {}, rules: defaultRuleSet };
    const [decided] = decisionFindings(definition, null, checked, [finding]);
    if (decided === undefined) return [];
    const level = decided.kind === 'warning' ? ('warning' as const) : ('error' as const);
    return [{ ...placeOf(finding.place, at), level, message: decided.message }];
  });
  return [...issues, ...findings].map((found) => ({ ...found, webhook: webhook.name }));
}

const isPart = (path: string, part: string): boolean =>
  path === part || path.startsWith(`${part}.`);

function placeOf(
  place: FindingPlace,
  at: (path: readonly PropertyKey[], offset: number | null) => { line: number; column: number },
) {
  switch (place.kind) {
    case 'payload':
      return at(['payloadTemplate'], place.start);
    case 'url':
      return at(['url'], place.start);
    case 'header':
      return at(['headers', place.index, 'value'], place.start);
    case 'webhook':
      return at([], null);
  }
}

/** Of an issue in the file, such as `headers.0.name`. */
const pathOf = (path: Issue['path']): readonly string[] =>
  path === 'payloadType' ? ['onlyVariantB', 'payloadType'] : path.split('.');

/** A secret that the file only names counts as a word. */
const withValues: typeof printed = (pieces) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : 'secret')).join('');

const definitionFrom = (webhook: PortableWebhook, print: typeof printed): WebhookDefinition => ({
  ...fieldsOf({ ...webhook, ...printedTexts(webhook, print) }),
  headers: printedTexts(webhook, print).headers,
});

const ownTokensOf = ({ tokens = [] }: Bundle): OwnToken[] =>
  tokens.map(({ name, meaning = '', sample = '' }) => ({ name, meaning, sample }));

/** A raw response may be one webhook without a list. */
function startsOf(text: string, rows: number): number[] {
  const guarded = guardJson(text);
  const spans = 'why' in guarded ? [] : guarded.rows;
  return spans.length === rows ? spans.map(({ start }) => start) : [text.search(/\S/)];
}

const faultFinding = ({ why, line, column }: FileFault, webhook: string | null): FileFinding => ({
  line,
  column,
  level: 'error',
  webhook,
  message: why,
});
