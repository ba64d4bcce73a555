import { type Header, type WebhookDefinition, withField } from '../webhook/webhook.ts';
import { contentOf, type HeaderContent, newHeader } from '../webhook/header-change-set.ts';
import { typedValue } from '../webhook/fields.ts';
import type { Conflict, FieldConflict, HeaderConflict } from './conflict.ts';
import type { Merge } from './merge-webhook.ts';

/** How a person resolves one conflict: with the value of a side, or with a value of their own. */
export type Choice =
  | { readonly take: 'draft' | 'live' }
  | { readonly take: 'own'; readonly value: string | HeaderContent };

/** By the path of the conflict. */
export type Choices = Readonly<Record<string, Choice>>;

export type Resolution =
  | { readonly kind: 'resolved'; readonly definition: WebhookDefinition }
  /** The conflicts without a valid choice. */
  | { readonly kind: 'unresolved'; readonly conflicts: readonly Conflict[] };

/** Gives a definition only if each conflict has a valid choice. */
export function resolveConflicts({ merged, conflicts }: Merge, choices: Choices): Resolution {
  const unresolved: Conflict[] = [];
  /** By index of the merged header; `null` deletes it. */
  const replacements = new Map<number, HeaderContent | null>();
  const added: HeaderContent[] = [];
  let definition = merged;
  for (const conflict of conflicts) {
    const choice = Object.hasOwn(choices, conflict.path) ? choices[conflict.path] : undefined;
    const chosen = choice === undefined ? null : chosenValue(conflict, choice);
    if (chosen === null) unresolved.push(conflict);
    else if (chosen.kind === 'field') {
      definition = withField(definition, chosen.path, chosen.value);
    } else if (conflict.kind === 'header' && conflict.at !== null) {
      replacements.set(conflict.at, chosen.value);
    } else if (chosen.value !== null) added.push(chosen.value);
  }
  if (unresolved.length > 0) return { kind: 'unresolved', conflicts: unresolved };
  const headers = definition.headers.flatMap((header, index): Header[] => {
    const replacement = replacements.get(index);
    if (replacement === undefined) return [{ ...header }];
    return replacement === null ? [] : [{ id: header.id, ...contentOf(replacement) }];
  });
  return {
    kind: 'resolved',
    definition: { ...definition, headers: [...headers, ...added.map(newHeader)] },
  };
}

/** The merge with the values of one side for all conflicts. */
export function resolveAll(merge: Merge, take: 'draft' | 'live'): WebhookDefinition {
  const choices = merge.conflicts.map(({ path }) => [path, { take }] as const);
  const resolution = resolveConflicts(merge, Object.fromEntries(choices));
  return resolution.kind === 'resolved' ? resolution.definition : merge.merged;
}

type ChosenValue =
  | { kind: 'field'; path: FieldConflict['path']; value: FieldConflict['draft'] }
  | { kind: 'header'; value: HeaderConflict['draft'] };

/** Returns `null` when the field or header cannot have the person's own value. */
function chosenValue(conflict: Conflict, choice: Choice): ChosenValue | null {
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
