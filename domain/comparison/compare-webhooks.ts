import { mayResultIn, readPieces } from '../bundle/text-with-secrets.ts';
import { bodySpans } from '../secrets/body-spans.ts';
import { headerSpans } from '../secrets/header-spans.ts';
import { isSensitiveName } from '../secrets/sensitive-names.ts';
import type { Span } from '../secrets/span.ts';
import { urlSpans } from '../secrets/url-spans.ts';
import { FieldName, fields } from '../webhook/fields.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';
import type { ListedWebhook } from '../webhook/listed.ts';
import { missingSecretIn } from '../webhook/secret-reference.ts';
import { type VariantId, variants } from '../webhook/variant.ts';
import { fieldOf, type Header } from '../webhook/webhook.ts';
import { headerOfPart, headerPart } from './compared-part.ts';

/** A webhook in a comparison, with the variant of its installation. */
export interface Side {
  readonly webhook: ListedWebhook;
  readonly variant: VariantId;
}

/** Webhooks are paired by name, so the name never differs. */
export const comparedFields: readonly FieldName[] = FieldName.options.filter(
  (field) => field !== 'name',
);

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
  const areHeadersReported = isReported(reference, 'headers') && isReported(other, 'headers');
  const groups = headerGroups(reference.webhook.headers, other.webhook.headers);
  for (const [part, group] of groups) {
    if (ignored.has(part)) yield [part, 'ignored'];
    else if (!areHeadersReported) yield [part, 'unreported'];
    else yield [part, headerState(group.reference, group.other)];
  }
}

function fieldState(field: FieldName, reference: Side, other: Side): PartState {
  if (!isComparable(field, reference, other)) return 'lacks';
  if (!isReported(reference, field) || !isReported(other, field)) return 'unreported';
  const referenceValue = fieldOf(reference.webhook, field);
  const otherValue = fieldOf(other.webhook, field);
  if (referenceValue === otherValue) return 'same';
  const hasSecrets = field === 'url' || field === 'payloadTemplate';
  if (!hasSecrets || typeof referenceValue !== 'string' || typeof otherValue !== 'string') {
    return 'different';
  }
  return mayBeEqual(field, referenceValue, otherValue) ? 'unknown' : 'different';
}

/** The fields that cannot be compared between these variants, for the whole column of an installation. */
export const fieldsLackedBy = (...compared: readonly VariantId[]): FieldName[] =>
  comparedFields.filter((field) =>
    compared.some((variant) => !fields[field].variants.includes(variant)),
  );

/**
 * Whether both variants have the field, so that its values are compared. A method that the other variant cannot hold
 * is comparable: it differs.
 */
function isComparable(field: FieldName, reference: Side, other: Side): boolean {
  const { variants: variantsWithField } = fields[field];
  return variantsWithField.includes(reference.variant) && variantsWithField.includes(other.variant);
}

/** Whether the other side can take the value of the reference, when it is made alike. */
export function canHold(field: FieldName, reference: Side, other: Side): boolean {
  if (!isComparable(field, reference, other)) return false;
  const { methods } = variants[other.variant];
  return field !== 'method' || methods === null || methods.includes(reference.webhook.method);
}

/** Whether the installation reports the field, or the headers, of this webhook. */
export const isReported = ({ webhook }: Side, name: FieldName | 'headers'): boolean =>
  !webhook.unreported.includes(name);

/** The headers of one name, on the reference and on the other side. */
interface HeaderGroup {
  readonly reference: Header[];
  readonly other: Header[];
}

export function headerGroups(
  reference: readonly Header[],
  other: readonly Header[],
): Map<string, HeaderGroup> {
  const groups = new Map<string, HeaderGroup>();
  const groupOf = ({ name }: Header): HeaderGroup => {
    const part = headerPart(name);
    const group = groups.get(part) ?? { reference: [], other: [] };
    groups.set(part, group);
    return group;
  };
  for (const header of reference) groupOf(header).reference.push(header);
  for (const header of other) groupOf(header).other.push(header);
  return groups;
}

export function headerState(reference: readonly Header[], other: readonly Header[]): PartState {
  if (reference.length !== other.length) return 'different';
  if (reference.some(hasUnknownValue) || other.some(hasUnknownValue)) return 'unknown';
  // Nearly all names occur once.
  if (reference.length === 1) return reference[0]?.value === other[0]?.value ? 'same' : 'different';
  const valuesOf = (headers: readonly Header[]): string =>
    JSON.stringify(headers.map(({ value }) => value).sort());
  return valuesOf(reference) === valuesOf(other) ? 'same' : 'different';
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
  if (!isSensitiveName(header.name)) return isMask(header.value);
  const secret = headerSpans(header).find((span) => span.secretName !== null);
  return secret === undefined || secret.text.trim() === '' || isMask(secret.text);
}

type FieldWithSecrets = 'url' | 'payloadTemplate';

const spansOf = { url: urlSpans, payloadTemplate: bodySpans };

const isUnknown = ({ text, secretName }: Span): boolean => secretName !== null && isMask(text);

/** Whether the text has a secret that the installation does not report. */
export const hasUnknownSecret = (field: FieldWithSecrets, text: string): boolean =>
  missingSecretIn(text) !== null || spansOf[field](text).some(isUnknown);

/** Whether two texts differ in masked or omitted secrets only, so that they may be equal. */
export function mayBeEqual(field: FieldWithSecrets, a: string, b: string): boolean {
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
  missingSecretIn(text) !== null && mayResultIn(readPieces(text), other);
