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
import { canHold, isReported, type Side } from './compared-parts.ts';
import { headerGroups, headerState, noParts } from './compare-webhooks.ts';
import { hasUnknownSecret, hasUnknownValue, mayBeEqual } from './unknown-secrets.ts';

/** Keeps ignored parts, unknown secrets, and what the reference does not report. */
export function likeReference(
  reference: Side,
  other: Side,
  ignored: ReadonlySet<string> = noParts,
): WebhookDefinition {
  const own = definitionOf(other.webhook);
  return {
    ...fieldsFrom((field) =>
      fieldOf(isTaken(field, reference, other, ignored) ? reference.webhook : own, field),
    ),
    headers: headersLike(reference, other, ignored),
  };
}

function isTaken(
  field: FieldName,
  reference: Side,
  other: Side,
  ignored: ReadonlySet<string>,
): boolean {
  if (field === 'name' || ignored.has(field)) return false;
  if (!isReported(reference, field) || !canHold(field, reference, other)) return false;
  if (field !== 'url' && field !== 'payloadTemplate') return true;
  return !mayBeEqual(field, reference.webhook[field], other.webhook[field]);
}

/** Headers that stay keep their ids and their order. New ones come last. */
function headersLike(reference: Side, other: Side, ignored: ReadonlySet<string>): Header[] {
  const own = other.webhook.headers;
  if (!isReported(reference, 'headers') || !isReported(other, 'headers')) return [...own];
  const replaced = new Map<Header, Header | null>();
  const added: Header[] = [];
  for (const [part, { mine, theirs }] of headerGroups(reference.webhook.headers, own)) {
    const state = ignored.has(part) ? 'same' : headerState(mine, theirs);
    if (state !== 'different') continue;
    const { pairs, wanted, left } = pairValues(mine, theirs);
    for (const [before, after] of pairs) replaced.set(before, { ...before, value: after.value });
    for (const header of left) replaced.set(header, null);
    added.push(...wanted.filter((header) => !hasUnknownValue(header)).map(newHeader));
  }
  const kept = own.flatMap((header) => {
    const next = replaced.get(header);
    return next === null ? [] : [next ?? header];
  });
  return [...kept, ...added];
}

/** Headers of one name: equal values stay, the others change in their order. */
function pairValues(mine: readonly Header[], theirs: readonly Header[]) {
  const left = [...theirs];
  const wanted = mine.filter((header) => {
    const index = left.findIndex(({ value }) => value === header.value);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  const pairs: (readonly [Header, Header])[] = [];
  while (left.length > 0 && wanted.length > 0) {
    const [before, after] = [left.shift(), wanted.shift()];
    if (before === undefined || after === undefined) break;
    // An unknown value replaces nothing.
    if (!hasUnknownValue(after)) pairs.push([before, after]);
  }
  return { pairs, wanted, left };
}

export interface NewLike {
  readonly definition: WebhookDefinition;
  readonly losses: readonly Loss[];
  /** Parts whose value the reference does not report. */
  readonly unknown: readonly string[];
}

/** What the reference does not report begins as in any new webhook. */
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
