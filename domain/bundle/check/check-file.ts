import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { checkTemplate, type FindingPlace } from '../../template/checks/check-template.ts';
import type { OwnToken } from '../../template/own-tokens.ts';
import { defaultRuleSet } from '../../template/render-template.ts';
import type { Issue } from '../../issue.ts';
import { checkDefinition } from '../../webhook/check-definition.ts';
import type { VariantId } from '../../webhook/variant.ts';
import { fieldsOf, type WebhookDefinition } from '../../webhook/webhook.ts';
import type { BundleRow } from '../bundle-row.ts';
import type { BundleHead } from '../format.ts';
import { printPieces } from '../text-with-secrets.ts';
import { type PortableWebhook, printedTexts } from '../portable-webhook.ts';
import { decodeFile, jsonPart } from '../reading/decode-file.ts';
import { type FileFault, faultWithoutPlace } from '../reading/file-fault.ts';
import { guardJson } from '../reading/guard-json.ts';
import type { RawReader } from '../reading/raw-reader.ts';
import { readBundleText } from '../reading/read-bundle-text.ts';

/** A problem or hint in a file, at its place. */
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
  const isEncrypted = faultWithoutPlace('It is encrypted, so it cannot be checked.');
  if (decoded.kind === 'encrypted') return [faultFinding(isEncrypted, null)];
  const reading = readBundleText(decoded.text, raw);
  if (reading.kind === 'encrypted') return [faultFinding(isEncrypted, null)];
  if (reading.kind === 'unreadable') return [faultFinding(reading.fault, null)];
  const text = jsonPart(decoded.text);
  const ownTokens = reading.kind === 'bundle' ? ownTokensOf(reading.bundle) : [];
  const variant = reading.kind === 'raw' ? reading.variant : null;
  const rowStarts = rowStartsOf(text, reading.rows.length);
  return reading.rows
    .flatMap((row, index) =>
      rowFindings(row, { text, start: rowStarts[index] ?? 0, ownTokens, variant }),
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
  const findings = checkWebhook(webhook, context.variant ?? origin?.variant ?? null, ownTokens);
  return findings.map(({ path, offset, level, message }) => ({
    ...placeIn(text, { start, line }, offsetInRow(text, start, path, offset)),
    level,
    webhook: webhook.name,
    message,
  }));
}

/** Counts from the row, because a file may have many rows. */
function placeIn(text: string, row: { start: number; line: number }, at: number) {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const lineBreaks = text.slice(row.start, at).split('\n').length - 1;
  return { line: row.line + lineBreaks, column: at - lineStart + 1 };
}

export const ownTokensOf = ({ tokens = [] }: Pick<BundleHead, 'tokens'>): OwnToken[] =>
  tokens.map(({ name, meaning = '', sample = '' }) => ({ name, meaning, sample }));

/** Offsets of the rows. A raw response may be one webhook without a list. */
function rowStartsOf(text: string, rowCount: number): number[] {
  const guarded = guardJson(text);
  const rows = 'why' in guarded ? [] : guarded.rows;
  return rows.length === rowCount ? rows.map(({ start }) => start) : [text.search(/\S/)];
}

export const faultFinding = (
  { why, line, column }: FileFault,
  webhook: string | null,
): FileFinding => ({ line, column, level: 'error', webhook, message: why });

/** A problem or hint in one webhook of a file, before its place in the file is known. */
export interface WebhookFinding {
  /** Of the member in the file; empty for the webhook as a whole. */
  readonly path: readonly PropertyKey[];
  /** Offset in the text of the member; `null` for the member itself. */
  readonly offset: number | null;
  readonly level: 'error' | 'warning';
  readonly message: string;
}

/** @param variant of the source; `null` when it is not known */
export function checkWebhook(
  webhook: PortableWebhook,
  variant: VariantId | null,
  ownTokens: readonly OwnToken[],
): WebhookFinding[] {
  const { missing, payloadType } = webhook;
  const assumedVariant = variant ?? (payloadType === null ? 'A' : 'B');
  const issues = checkDefinition(definitionFrom(webhook, withValues), assumedVariant, null)
    .filter(({ path }) => !missing.some((part) => path === part || path.startsWith(`${part}.`)))
    .map(({ path, level, message }) => ({ path: pathOf(path), offset: null, level, message }));
  if (missing.includes('payloadTemplate')) return issues;
  const context = { ownTokens, edits: {}, rules: defaultRuleSet };
  const definition = definitionFrom(webhook, printPieces);
  const findings = checkTemplate(definition, context).flatMap(({ level, message, place }) =>
    level === 'note' ? [] : [{ ...placeOf(place), level, message }],
  );
  return [...issues, ...findings];
}

function placeOf(place: FindingPlace): Pick<WebhookFinding, 'path' | 'offset'> {
  switch (place.kind) {
    case 'payload':
      return { path: ['payloadTemplate'], offset: place.start };
    case 'url':
      return { path: ['url'], offset: place.start };
    case 'header':
      return { path: ['headers', place.index, 'value'], offset: place.start };
    case 'webhook':
      return { path: [], offset: null };
  }
}

/** Of an issue in the file, such as `headers.0.name`. */
const pathOf = (path: Issue['path']): readonly string[] =>
  path === 'payloadType' ? ['onlyVariantB', 'payloadType'] : path.split('.');

/** A secret that the file only names counts as a word. */
const withValues: typeof printPieces = (pieces) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : 'secret')).join('');

function definitionFrom(webhook: PortableWebhook, print: typeof printPieces): WebhookDefinition {
  const texts = printedTexts(webhook, print);
  return { ...fieldsOf({ ...webhook, ...texts }), headers: texts.headers };
}

/** Names that an installation has for the texts of a bundle. */
const wireNames = new Map<PropertyKey, string>([
  ['payloadTemplate', 'payload_template'],
  ['headers', 'http_headers'],
]);

/**
 * Offset in the file of a member, or of a character of its text. Falls back to the row.
 * @param start offset of the row
 * @param at offset in the decoded text; `null` for the member itself
 */
export function offsetInRow(
  text: string,
  start: number,
  path: readonly PropertyKey[],
  at: number | null,
): number {
  const row = parseTree(text.slice(start));
  const member = row === undefined ? undefined : nodeAt(row, path);
  if (member === undefined) return start;
  return start + (at === null ? member.offset : offsetOfCharacter(text.slice(start), member, at));
}

function nodeAt(row: Node, path: readonly PropertyKey[]): Node | undefined {
  const bundlePath = path.map((part) => (/^\d+$/.test(String(part)) ? Number(part) : String(part)));
  const wirePath = bundlePath.map((part) => wireNames.get(part) ?? part);
  return findNodeAtLocation(row, bundlePath) ?? findNodeAtLocation(row, wirePath);
}

/** A text of a bundle is a string, or a list of strings and secrets. */
function offsetOfCharacter(json: string, node: Node, at: number): number {
  if (node.type === 'string') return node.offset + 1 + rawLength(json, node.offset + 1, at);
  let pieceStart = 0;
  for (const piece of node.children ?? []) {
    const pieceEnd = pieceStart + lengthOf(piece);
    if (at < pieceEnd) return offsetOfCharacter(json, piece, at - pieceStart);
    pieceStart = pieceEnd;
  }
  return node.offset;
}

function lengthOf(piece: Node): number {
  if (piece.type === 'string') return String(piece.value).length;
  const secret = findNodeAtLocation(piece, ['secret']);
  return secret === undefined ? 0 : `<secret:${String(secret.value)}>`.length;
}

/** Length in the file of the first `count` characters of a JSON string. */
function rawLength(json: string, start: number, count: number): number {
  let at = start;
  for (let characters = 0; characters < count && json[at] !== '"'; characters += 1) {
    if (json[at] !== '\\') at += 1;
    else at += json[at + 1] === 'u' ? 6 : 2;
  }
  return at - start;
}
