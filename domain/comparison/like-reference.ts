import { fitToVariant, type Loss } from '../webhook/fit-variant.ts';
import type { FieldName } from '../webhook/fields.ts';
import { newHeader } from '../webhook/header-change-set.ts';
import type { VariantId } from '../webhook/variant.ts';
import {
  definitionOf,
  emptyDefinition,
  fieldOf,
  fieldsFrom,
  type Header,
  type WebhookDefinition,
} from '../webhook/webhook.ts';
import { headerPart } from './compared-part.ts';
import {
  canHold,
  compareWebhooks,
  hasUnknownSecret,
  hasUnknownValue,
  headerGroups,
  headerState,
  isReported,
  mayBeEqual,
  noParts,
  type Side,
} from './compare-webhooks.ts';

/**
 * The other webhook with the values of the reference. Keeps ignored parts, unknown secrets, and fields that the
 * reference does not report.
 */
export function likeReference(
  reference: Side,
  other: Side,
  ignored: ReadonlySet<string> = noParts,
): WebhookDefinition {
  const definition = definitionOf(other.webhook);
  return {
    ...fieldsFrom((field) =>
      fieldOf(
        followsReference(field, reference, other, ignored) ? reference.webhook : definition,
        field,
      ),
    ),
    headers: headersLike(reference, other, ignored),
  };
}

function followsReference(
  field: FieldName,
  reference: Side,
  other: Side,
  ignored: ReadonlySet<string>,
): boolean {
  if (field === 'name' || ignored.has(field)) return false;
  if (!isReported(reference, field) || !canHold(field, reference, other)) return false;
  if (field !== 'url' && field !== 'payloadTemplate') return true;
  return (
    !hasUnknownSecret(field, reference.webhook[field]) &&
    !mayBeEqual(field, reference.webhook[field], other.webhook[field])
  );
}

/** The parts that differ, and stay because the reference does not report their secret. */
export const partsOfUnknownSecret = (
  reference: Side,
  other: Side,
  ignored: ReadonlySet<string> = noParts,
): string[] =>
  compareWebhooks(reference, other, ignored).different.filter((part) =>
    part === 'url' || part === 'payloadTemplate'
      ? hasUnknownSecret(part, reference.webhook[part])
      : reference.webhook.headers.some(
          (header) => headerPart(header.name) === part && hasUnknownValue(header),
        ),
  );

/** Headers that stay keep their ids and their order. New ones come last. */
function headersLike(reference: Side, other: Side, ignored: ReadonlySet<string>): Header[] {
  const { headers } = other.webhook;
  if (!isReported(reference, 'headers') || !isReported(other, 'headers')) return [...headers];
  /** `null` removes the header. */
  const replacements = new Map<Header, Header | null>();
  const added: Header[] = [];
  for (const [part, group] of headerGroups(reference.webhook.headers, headers)) {
    const state = ignored.has(part) ? 'same' : headerState(group.reference, group.other);
    // The unknown secret could be any value of the other webhook.
    if (state !== 'different' || group.reference.some(hasUnknownValue)) continue;
    const { pairs, onlyReference, onlyOther } = pairValues(group.reference, group.other);
    for (const [before, { value }] of pairs) replacements.set(before, { ...before, value });
    for (const header of onlyOther) replacements.set(header, null);
    added.push(...onlyReference.map(newHeader));
  }
  const remaining = headers.flatMap((header) => {
    const replacement = replacements.get(header);
    return replacement === null ? [] : [replacement ?? header];
  });
  return [...remaining, ...added];
}

/** Headers of one name: equal values stay, the others change in their order. */
function pairValues(reference: readonly Header[], other: readonly Header[]) {
  const onlyOther = [...other];
  const onlyReference = reference.filter((header) => {
    const index = onlyOther.findIndex(({ value }) => value === header.value);
    if (index >= 0) onlyOther.splice(index, 1);
    return index < 0;
  });
  const pairs: (readonly [before: Header, after: Header])[] = [];
  while (onlyOther.length > 0 && onlyReference.length > 0) {
    const [before, after] = [onlyOther.shift(), onlyReference.shift()];
    if (before === undefined || after === undefined) break;
    pairs.push([before, after]);
  }
  return { pairs, onlyReference, onlyOther };
}

/** A new webhook for an installation that lacks the one of the reference. */
export interface NewLike {
  readonly definition: WebhookDefinition;
  readonly losses: readonly Loss[];
  /** Parts whose value the reference does not report. */
  readonly unknown: readonly string[];
}

/** Fields that the reference does not report begin as in any new webhook. */
export function newLikeReference(reference: Side, variant: VariantId): NewLike {
  const { webhook } = reference;
  const blank = emptyDefinition(variant);
  const headers = isReported(reference, 'headers') ? webhook.headers : blank.headers;
  const { definition, losses } = fitToVariant(
    {
      ...fieldsFrom((field) => fieldOf(isReported(reference, field) ? webhook : blank, field)),
      headers: headers.filter((header) => !hasUnknownValue(header)).map(newHeader),
    },
    variant,
  );
  const unknown = [
    ...(['url', 'payloadTemplate'] as const).filter((field) =>
      hasUnknownSecret(field, definition[field]),
    ),
    ...headers.filter(hasUnknownValue).map(({ name }) => `header ${name}`),
  ];
  return { definition, losses, unknown };
}
