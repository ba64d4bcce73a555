import type {
  PreviewInput,
  PublishEvent,
  PublishInput,
  PublishPreview,
} from '#contract/publishing.ts';
import { errorsOf } from '#domain/issue.ts';
import { checkDefinition } from '#domain/webhook/check-definition.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Snapshot } from '../installations/snapshots.ts';
import { invalid } from '../problems.ts';
import type { Completed } from './completion.ts';
import {
  noOrigin,
  type Origin,
  type PublishContext,
  type Publishing,
  type PublishStep,
} from './context.ts';
import { create } from './create.ts';
import { draftChanged, noInstallation } from './publishing-problems.ts';
import { remove } from './remove.ts';
import { update } from './update.ts';

/**
 * Publishes one draft. Sends nothing when the installation differs from the draft's base: the person sees a merge
 * first.
 * @throws ProblemError `invalid`, `read-only`, `conflict`, `unfinished`, `draft-changed`, `appeared`
 */
export async function* publish(
  publishing: Publishing,
  { draftId, revision, despiteOpen, namedBefore }: PublishInput,
  signal?: AbortSignal,
): AsyncGenerator<PublishEvent, void, void> {
  const { connections, drafts, guard } = publishing;
  const { connectionId, base, definition, lineage } = drafts.find(draftId);
  if (connectionId === null) throw noInstallation();
  const { variant } = connections.find(connectionId);
  const issues = checkDefinition(definition, variant, base);
  const errors = errorsOf(issues);
  if (errors.length > 0) throw invalid(errors);
  const draftOrigin = { ...noOrigin, draftId, draftRevision: revision, lineage };
  const action = base === null ? 'create' : 'update';
  const intent = {
    ...draftOrigin,
    action,
    connectionId,
    webhookId: base?.id ?? null,
    meant: definition,
  } as const;
  const claim = await guard.claim(intent, despiteOpen);
  let completed: Completed | null;
  try {
    if (drafts.get(draftId)?.revision !== revision) throw draftChanged();
    const origin: Origin = { ...draftOrigin, despiteOpen: claim.despite.map(({ id }) => id) };
    const [first] = claim.despite;
    const context = await singleContext(publishing, connectionId, {
      origin,
      knownIds: first?.knownIds ?? null,
    });
    const steps =
      base === null
        ? create(context, { definition, namedBefore: despiteOpen ? null : namedBefore }, signal)
        : update(context, base, definition, signal);
    completed = yield* asEvents(steps);
  } finally {
    claim.release();
    // On disk before the window gets the outcome, so that it survives a power failure.
    await publishing.journal.onDisk();
    await drafts.onDisk();
  }
  const { outcome = null, problem = null } = completed ?? {};
  if (problem !== null) throw problem;
  if (outcome === null) throw new Error('A single publish has an outcome.');
  yield { kind: 'outcome', outcome };
}

async function* asEvents<Result>(
  steps: AsyncGenerator<PublishStep, Result, void>,
): AsyncGenerator<PublishEvent, Result, void> {
  let isSent = false;
  try {
    for (;;) {
      const next = await steps.next();
      if (next.done === true) return next.value;
      isSent = next.value === 'reading-back';
      yield { kind: 'step', step: next.value };
    }
  } finally {
    // The window closed after the request was sent, so the outcome is still read.
    if (isSent) await steps.next();
  }
}

/** Deletes one webhook. @throws ProblemError `conflict` when it differs from `base` */
export async function removeWebhook(
  publishing: Publishing,
  { connectionId, base }: { connectionId: string; base: Webhook },
): Promise<void> {
  const intent = { action: 'delete', connectionId, webhookId: base.id, meant: null } as const;
  const claim = await publishing.guard.claim({ ...noOrigin, ...intent });
  try {
    const context = await singleContext(publishing, connectionId);
    const completed = await remove(context, base);
    if (completed?.problem != null) throw completed.problem;
  } finally {
    claim.release();
    await publishing.journal.onDisk();
  }
}

async function singleContext(
  { installations, journal }: Publishing,
  connectionId: string,
  write: Pick<PublishContext, 'origin' | 'knownIds'> = { origin: noOrigin, knownIds: null },
): Promise<PublishContext> {
  return { client: await installations.open(connectionId), journal, ...write };
}

/** The request of a publish, and the webhooks that have its name already, from the last list. Sends nothing. */
export async function previewPublish(
  { installations, snapshotPersistence }: Publishing,
  { connectionId, base: live, definition }: PreviewInput,
): Promise<PublishPreview> {
  const isNew = live === null;
  const request = await installations.describe(
    connectionId,
    isNew ? { action: 'create', definition } : { action: 'update', live, definition },
  );
  if (!isNew) return { request, namedBefore: [] };
  const snapshot = await snapshotPersistence.load(connectionId);
  return { request, namedBefore: snapshot === null ? [] : idsNamed(definition.name, snapshot) };
}

function idsNamed(searchedName: string, { webhooks }: Snapshot): number[] {
  const ids: number[] = [];
  for (const row of webhooks.rows()) {
    const { id, name } = webhooks.fieldsOf(row);
    if (name === searchedName && id !== null) ids.push(id);
  }
  return ids;
}
