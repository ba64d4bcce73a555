import { type Header, type WebhookDefinition, withField } from '../webhook/webhook.ts';
import { contentOf, type HeaderContent, newHeader } from '../webhook/header-change-set.ts';
import { typedValue } from '../webhook/fields.ts';
import type { Conflict, FieldConflict, HeaderConflict } from './conflict.ts';
import type { Merge } from './merge-webhook.ts';

export type Choice =
  | { readonly take: 'draft' | 'live' }
  | { readonly take: 'own'; readonly value: string | HeaderContent };

export type Choices = Readonly<Record<string, Choice>>;

export type Resolution =
  | { readonly kind: 'resolved'; readonly definition: WebhookDefinition }
  | { readonly kind: 'open'; readonly left: readonly Conflict[] };

/** Conflicts without a valid choice stay open, and then there is no definition. */
export function resolve({ merged, conflicts }: Merge, choices: Choices): Resolution {
  const left: Conflict[] = [];
  const instead = new Map<number, HeaderContent | null>();
  const added: HeaderContent[] = [];
  let definition = merged;
  for (const conflict of conflicts) {
    const choice = Object.hasOwn(choices, conflict.path) ? choices[conflict.path] : undefined;
    const chosen = choice === undefined ? null : chosenFor(conflict, choice);
    if (chosen === null) left.push(conflict);
    else if (chosen.kind === 'field') {
      definition = withField(definition, chosen.path, chosen.value);
    } else if (conflict.kind === 'header' && conflict.at !== null) {
      instead.set(conflict.at, chosen.value);
    } else if (chosen.value !== null) added.push(chosen.value);
  }
  if (left.length > 0) return { kind: 'open', left };
  const headers = definition.headers.flatMap((header, index): Header[] => {
    const next = instead.get(index);
    if (next === undefined) return [{ ...header }];
    return next === null ? [] : [{ id: header.id, ...contentOf(next) }];
  });
  const fresh = added.map(newHeader);
  return { kind: 'resolved', definition: { ...definition, headers: [...headers, ...fresh] } };
}

export function resolveAll(merge: Merge, take: 'draft' | 'live'): WebhookDefinition {
  const choices = merge.conflicts.map(({ path }) => [path, { take }] as const);
  const resolution = resolve(merge, Object.fromEntries(choices));
  return resolution.kind === 'resolved' ? resolution.definition : merge.merged;
}

type Chosen =
  | { kind: 'field'; path: FieldConflict['path']; value: FieldConflict['draft'] }
  | { kind: 'header'; value: HeaderConflict['draft'] };

function chosenFor(conflict: Conflict, choice: Choice): Chosen | null {
  if (conflict.kind === 'header') {
    if (choice.take !== 'own') return { kind: 'header', value: conflict[choice.take] };
    return typeof choice.value === 'string' ? null : { kind: 'header', value: choice.value };
  }
  const { path } = conflict;
  if (choice.take !== 'own') return { kind: 'field', path, value: conflict[choice.take] };
  const { value } = choice;
  if (typeof value !== 'string') return null;
  const typed = typedValue(path, value);
  return typed === null ? null : { kind: 'field', path, value: typed };
}
