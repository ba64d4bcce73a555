import type { OwnToken } from '../../template/own-tokens.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { BundleRow } from '../bundle-row.ts';
import type { BundleHead } from '../format.ts';
import { decodeFile } from '../reading/decode-file.ts';
import type { FileFault } from '../reading/file-fault.ts';
import { guardJson } from '../reading/guard-json.ts';
import { jsonPart } from '../reading/json-part.ts';
import type { RawReader } from '../reading/raw-reader.ts';
import { readBundleText } from '../reading/read-bundle-text.ts';
import { checkWebhook } from './check-webhook.ts';
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

function rowFindings({ content, origin, line }: BundleRow, context: RowContext): FileFinding[] {
  if (content.kind === 'unreadable') return [faultFinding(content.fault, content.name)];
  const { text, start, ownTokens } = context;
  const { webhook } = content;
  const found = checkWebhook(webhook, context.variant ?? origin?.variant ?? null, ownTokens);
  return found.map(({ path, offset, level, message }) => ({
    ...placeIn(text, { start, line }, offsetInRow(text, start, path, offset)),
    level,
    webhook: webhook.name,
    message,
  }));
}

/** Counts from the row, because a file may have many rows. */
function placeIn(text: string, row: { start: number; line: number }, at: number) {
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  const lines = text.slice(row.start, at).split('\n').length - 1;
  return { line: row.line + lines, column: at - begin + 1 };
}

export const ownTokensOf = ({ tokens = [] }: Pick<BundleHead, 'tokens'>): OwnToken[] =>
  tokens.map(({ name, meaning = '', sample = '' }) => ({ name, meaning, sample }));

/** A raw response may be one webhook without a list. */
function startsOf(text: string, rows: number): number[] {
  const guarded = guardJson(text);
  const spans = 'why' in guarded ? [] : guarded.rows;
  return spans.length === rows ? spans.map(({ start }) => start) : [text.search(/\S/)];
}

export const faultFinding = (
  { why, line, column }: FileFault,
  webhook: string | null,
): FileFinding => ({ line, column, level: 'error', webhook, message: why });
