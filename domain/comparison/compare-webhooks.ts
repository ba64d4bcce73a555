import { couldBe, readPieces } from '../bundle/pieces.ts';
import { bodySpans } from '../secrets/body-spans.ts';
import { headerSpans, isSensitiveHeader } from '../secrets/header-spans.ts';
import type { Span } from '../secrets/span.ts';
import { urlSpans } from '../secrets/url-spans.ts';
import type { FieldName } from '../webhook/fields.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';
import { fieldOf, type Header, missingSecretIn } from '../webhook/webhook.ts';
import {
  comparedFields,
  headerOfPart,
  headerPart,
  isComparable,
  isReported,
  type Side,
} from './compared-parts.ts';

/**
 * A part compared with the reference. `unknown`: it has a secret that an installation does not report. `lacks`:
 * the variant cannot hold it. `unreported`: an installation does not report it.
 */
export type PartState = 'same' | 'different' | 'unknown' | 'ignored' | 'lacks' | 'unreported';

/** The parts of two webhooks that are not the same. */
interface Comparison {
  readonly different: readonly string[];
  /** Parts with a secret that an installation does not report. */
  readonly unknown: readonly string[];
  /** Fields, and `headers`, that an installation does not report. */
  readonly unreported: readonly string[];
}

export const noParts: ReadonlySet<string> = new Set();

/** Ignores header ids, header order, the case of header names, and what a variant cannot hold. */
export function compareWebhooks(
  reference: Side,
  other: Side,
  ignored: ReadonlySet<string> = noParts,
): Comparison {
  const different: string[] = [];
  const unknown: string[] = [];
  const unreported = new Set<string>();
  for (const [part, state] of partStates(reference, other, ignored)) {
    if (state === 'same') continue;
    if (state === 'different') different.push(part);
    else if (state === 'unknown') unknown.push(part);
    else if (state === 'unreported') {
      unreported.add(headerOfPart(part) === null ? part : 'headers');
    }
  }
  return { different, unknown, unreported: [...unreported] };
}

/** The state of each part that either webhook has. */
export function* partStates(
  reference: Side,
  other: Side,
  ignored: ReadonlySet<string>,
): Generator<readonly [part: string, state: PartState], undefined, void> {
  for (const field of comparedFields) {
    yield [field, ignored.has(field) ? 'ignored' : fieldState(field, reference, other)];
  }
  const isWhole = isReported(reference, 'headers') && isReported(other, 'headers');
  const groups = headerGroups(reference.webhook.headers, other.webhook.headers);
  for (const [part, { mine, theirs }] of groups) {
    if (ignored.has(part)) yield [part, 'ignored'];
    else yield [part, isWhole ? headerState(mine, theirs) : 'unreported'];
  }
}

function fieldState(field: FieldName, reference: Side, other: Side): PartState {
  if (!isComparable(field, reference, other)) return 'lacks';
  if (!isReported(reference, field) || !isReported(other, field)) return 'unreported';
  const [mine, theirs] = [fieldOf(reference.webhook, field), fieldOf(other.webhook, field)];
  if (mine === theirs) return 'same';
  const hasSecrets = field === 'url' || field === 'payloadTemplate';
  if (!hasSecrets || typeof mine !== 'string' || typeof theirs !== 'string') return 'different';
  return mayBeEqual(field, mine, theirs) ? 'unknown' : 'different';
}

/** The headers of one name, on the reference and on the other side. */
interface HeaderGroup {
  readonly mine: Header[];
  readonly theirs: Header[];
}

export function headerGroups(
  mine: readonly Header[],
  theirs: readonly Header[],
): Map<string, HeaderGroup> {
  const groups = new Map<string, HeaderGroup>();
  const groupOf = ({ name }: Header): HeaderGroup => {
    const part = headerPart(name);
    const group = groups.get(part) ?? { mine: [], theirs: [] };
    groups.set(part, group);
    return group;
  };
  for (const header of mine) groupOf(header).mine.push(header);
  for (const header of theirs) groupOf(header).theirs.push(header);
  return groups;
}

export function headerState(mine: readonly Header[], theirs: readonly Header[]): PartState {
  if (mine.length !== theirs.length) return 'different';
  if (mine.some(hasUnknownValue) || theirs.some(hasUnknownValue)) return 'unknown';
  // Nearly all names occur once.
  if (mine.length === 1) return mine[0]?.value === theirs[0]?.value ? 'same' : 'different';
  const valuesOf = (headers: readonly Header[]): string =>
    JSON.stringify(headers.map(({ value }) => value).sort());
  return valuesOf(mine) === valuesOf(theirs) ? 'same' : 'different';
}

/** Services report masks instead of secret values. */
const mask = /^(?:[*•●]{2,}|x{4,}|\[?redacted\]?|<(?:secret|hidden|redacted|masked)>)$/i;

/** A cheap check before the exact one, because lists have 100,000 headers. */
const couldBeMask = /[*•●<]|x{4}|redacted|^\s*(?:[a-z]+\s+)?$/i;

const isMask = (text: string): boolean => mask.test(text.trim()) || missingSecretIn(text) !== null;

/** Whether the header has a secret value that the installation does not report: a mask, nothing, or a scheme alone. */
export function hasUnknownValue(header: HeaderContent): boolean {
  if (!couldBeMask.test(header.value)) return false;
  if (missingSecretIn(header.value) !== null) return true;
  if (!isSensitiveHeader(header.name)) return isMask(header.value);
  const secret = headerSpans(header).find((span) => span.secretName !== null);
  return secret === undefined || secret.text.trim() === '' || isMask(secret.text);
}

type TextWithSecrets = 'url' | 'payloadTemplate';

const spansOf = { url: urlSpans, payloadTemplate: bodySpans };

const isUnknown = ({ text, secretName }: Span): boolean => secretName !== null && isMask(text);

/** Whether the text has a secret that the installation does not report. */
export const hasUnknownSecret = (field: TextWithSecrets, text: string): boolean =>
  missingSecretIn(text) !== null || spansOf[field](text).some(isUnknown);

/** Whether two texts differ in masked or omitted secrets only, so that they may be equal. */
export function mayBeEqual(field: TextWithSecrets, a: string, b: string): boolean {
  if (equalsWithSecrets(a, b) || equalsWithSecrets(b, a)) return true;
  const [spans, otherSpans] = [spansOf[field](a), spansOf[field](b)];
  return (
    spans.length === otherSpans.length &&
    spans.every((span, index) => {
      const other = otherSpans[index];
      if (other === undefined || (span.secretName === null) !== (other.secretName === null))
        return false;
      return span.text === other.text || isUnknown(span) || isUnknown(other);
    })
  );
}

/** Whether the other text is this one with some value in place of each `<secret:name>`. */
const equalsWithSecrets = (text: string, other: string): boolean =>
  missingSecretIn(text) !== null && couldBe(readPieces(text), other);
