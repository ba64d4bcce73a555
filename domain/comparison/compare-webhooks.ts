import type { FieldName } from '../webhook/fields.ts';
import { fieldOf, type Header } from '../webhook/webhook.ts';
import {
  comparedFields,
  headerOfPart,
  headerPart,
  isComparable,
  isReported,
  type Side,
} from './compared-parts.ts';
import { hasUnknownValue, mayBeEqual } from './unknown-secrets.ts';

/** `lacks`: the variant cannot hold it. `unreported`: an installation does not report it. */
export type PartState = 'same' | 'different' | 'cannot-tell' | 'ignored' | 'lacks' | 'unreported';

export interface Comparison {
  readonly different: readonly string[];
  /** Parts with a secret that an installation does not report. */
  readonly unclear: readonly string[];
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
  const unclear: string[] = [];
  const unreported = new Set<string>();
  for (const [part, state] of partStates(reference, other, ignored)) {
    if (state === 'same') continue;
    if (state === 'different') different.push(part);
    else if (state === 'cannot-tell') unclear.push(part);
    else if (state === 'unreported') {
      unreported.add(headerOfPart(part) === null ? part : 'headers');
    }
  }
  return { different, unclear, unreported: [...unreported] };
}

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
  return mayBeEqual(field, mine, theirs) ? 'cannot-tell' : 'different';
}

export interface HeaderGroup {
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
    const known = groups.get(part);
    if (known !== undefined) return known;
    const group: HeaderGroup = { mine: [], theirs: [] };
    groups.set(part, group);
    return group;
  };
  for (const header of mine) groupOf(header).mine.push(header);
  for (const header of theirs) groupOf(header).theirs.push(header);
  return groups;
}

export function headerState(mine: readonly Header[], theirs: readonly Header[]): PartState {
  if (mine.length !== theirs.length) return 'different';
  if (mine.some(hasUnknownValue) || theirs.some(hasUnknownValue)) return 'cannot-tell';
  const [first, other] = [mine[0], theirs[0]];
  if (mine.length === 1) return first?.value === other?.value ? 'same' : 'different';
  const valuesOf = (headers: readonly Header[]): string =>
    JSON.stringify(headers.map(({ value }) => value).sort());
  return valuesOf(mine) === valuesOf(theirs) ? 'same' : 'different';
}
