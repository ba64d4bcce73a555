import { createHash } from 'node:crypto';
import type { Conflict } from '#domain/merge/conflict.ts';
import { mergeWebhook } from '#domain/merge/merge-webhook.ts';
import { type Choices, resolveConflicts } from '#domain/merge/resolve-conflicts.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import { isUnchanged } from '#domain/webhook/difference.ts';
import type { FieldName } from '#domain/webhook/fields.ts';
import {
  type Header,
  type Webhook,
  type WebhookDefinition,
  definitionOf,
  fieldOf,
  withField,
} from '#domain/webhook/webhook.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import type { Publishing } from '../context.ts';
import { previewPublish, publish, removeWebhook } from '../publish.ts';

/** The draft of one of two people on one installation, with the parts that this person changed. */
export interface Draft {
  readonly base: Webhook;
  readonly definition: WebhookDefinition;
  /** Fields and lower-case header names that the person edited or chose a value for. */
  readonly touched: ReadonlySet<string>;
}

export interface Edit {
  readonly field: FieldName | 'headers';
  /** Index of the value or header. */
  readonly nth: number;
  readonly how: 'change' | 'delete' | 'add';
}

const values: Partial<Record<FieldName, readonly (string | boolean)[]>> = {
  name: ['Chat', 'Chat – ops', 'Pager'],
  url: ['https://a.example.com/', 'https://b.example.com/'],
  payloadTemplate: ['{}', '{"a": 1}', '{"text": "%AlertName%"}'],
};
const headerValues = ['ops', 'dba', 'net'];
const headerNames = ['X-Team', 'x-team', 'X-Key', 'X-Route'];
const at = <T>(all: readonly T[], nth: number): T | undefined => all[nth % all.length];

/** Returns the draft after one edit. */
export function edited({ base, definition, touched }: Draft, { field, nth, how }: Edit): Draft {
  if (field !== 'headers') {
    const value = at(values[field] ?? [], nth) ?? fieldOf(definition, field) !== true;
    return {
      base,
      definition: withField(definition, field, value),
      touched: new Set([...touched, field]),
    };
  }
  const headers = [...definition.headers];
  const names: string[] = [];
  const header = at(headers, nth);
  if (how === 'add' || header === undefined) {
    const name = at(headerNames, nth) ?? 'X-Team';
    headers.push({ id: null, name, value: at(headerValues, nth) ?? '' });
    names.push(name);
  } else {
    names.push(header.name);
    const changed: Header = { ...header, value: `${at(headerValues, nth) ?? ''}!` };
    headers.splice(nth % headers.length, 1, ...(how === 'delete' ? [] : [changed]));
  }
  return {
    base,
    definition: { ...definition, headers },
    touched: new Set([...touched, ...names.map((name) => name.toLowerCase())]),
  };
}

export const isEdited = ({ base, definition }: Draft): boolean => !isUnchanged(base, definition);
export const startingFrom = (base: Webhook): Draft => ({
  base,
  definition: definitionOf(base),
  touched: new Set(),
});

/** Rebases the draft on `live`. `chance` decides the conflicts. */
export function onTopOf(
  draft: Draft,
  live: Webhook,
  chance: string,
): { draft: Draft; asked: readonly Conflict[] } {
  const merge = mergeWebhook(draft.base, draft.definition, live);
  const choices: Choices = Object.fromEntries(
    merge.conflicts.map(({ path }) => [
      path,
      { take: falls(`${chance} ${path}`) ? 'draft' : 'live' },
    ]),
  );
  const resolution = resolveConflicts(merge, choices);
  if (resolution.kind === 'unresolved') throw new Error('A conflict is left.');
  return {
    draft: { base: live, definition: resolution.definition, touched: draft.touched },
    asked: merge.conflicts,
  };
}

const falls = (chance: string): boolean =>
  (createHash('sha256').update(chance).digest()[0] ?? 0) % 2 === 0;

/** Publishes. Runs the hooks before the first read and before the write. */
export async function send(
  publishing: Publishing,
  draft: { connectionId: string; base: Webhook | null; definition: WebhookDefinition },
  on: { checking?: () => Promise<void>; sending?: () => Promise<void> } = {},
): Promise<Webhook | Problem> {
  return settled(async () => {
    const saved = await draftToPublish(publishing.drafts, draft);
    const { namedBefore } = await previewPublish(publishing, draft);
    const input = { ...saved, namedBefore };
    for await (const event of publish(publishing, input)) {
      if (event.kind === 'step' && event.step === 'checking') await on.checking?.();
      if (event.kind === 'step' && event.step === 'sending') await on.sending?.();
      if (event.kind !== 'outcome') continue;
      const { kind, webhook } = event.outcome;
      if (kind !== 'identical' || webhook === null) throw new Error(`It was ${kind}.`);
      return webhook;
    }
    throw new Error('Publishing ended without an outcome.');
  });
}

/** Deletes. Returns `null` on success. */
export const erase = (
  publishing: Publishing,
  input: { connectionId: string; base: Webhook },
): Promise<null | Problem> => settled(() => removeWebhook(publishing, input).then(() => null));

async function settled<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
}
