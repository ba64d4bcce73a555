import type { PreviewInput, PublishEvent, PublishInput } from '#contract/publishing.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import { checkDefinition, hasErrors } from '#domain/webhook/check.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Installations } from '../installations/client.ts';
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
 * Sends nothing when the installation differs from the draft's base: the person sees a merge first.
 * @throws ProblemError `invalid`, `read-only`, `conflict`, `unfinished`, `draft-changed`
 */
export async function* publish(
  publishing: Publishing,
  { draftId, revision, despiteOpen }: PublishInput,
  signal?: AbortSignal,
): AsyncGenerator<PublishEvent, void, void> {
  const { connections, drafts, intents } = publishing;
  const { connectionId, base, definition } = drafts.find(draftId);
  if (connectionId === null) throw noInstallation();
  const { variant } = connections.findWritable(connectionId);
  const issues = checkDefinition(definition, variant, base);
  if (hasErrors(issues)) throw invalid(issues.filter((issue) => issue.level === 'error'));
  const of = { undoes: null, draftId, draftRevision: revision };
  const webhookId = base?.id ?? null;
  const claim = await intents.claim({ ...of, connectionId, webhookId }, despiteOpen);
  let completed: Completed | null;
  try {
    if (drafts.get(draftId)?.revision !== revision) throw draftChanged();
    const origin: Origin = { ...noOrigin, ...of, despiteOpen: claim.despite.map(({ id }) => id) };
    const [first] = claim.despite;
    const context = await singleContext(publishing, connectionId, {
      origin,
      knownIds: first?.knownIds ?? null,
    });
    const steps =
      base === null
        ? create(context, definition, signal)
        : update(context, base, definition, signal);
    completed = yield* asEvents(steps);
  } finally {
    claim.release();
    // On disk before the window gets the outcome, so that it survives a power failure.
    await publishing.journal.settled();
    await drafts.settled();
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

export async function removeWebhook(
  publishing: Publishing,
  { connectionId, base }: { connectionId: string; base: Webhook },
): Promise<void> {
  publishing.connections.findWritable(connectionId);
  const claim = await publishing.intents.claim({ ...noOrigin, connectionId, webhookId: base.id });
  try {
    const context = await singleContext(publishing, connectionId);
    const completed = await remove(context, base);
    if (completed?.problem != null) throw completed.problem;
  } finally {
    claim.release();
    await publishing.journal.settled();
  }
}

async function singleContext(
  { installations, journal }: Publishing,
  connectionId: string,
  of: Pick<PublishContext, 'origin' | 'knownIds'> = { origin: noOrigin, knownIds: null },
): Promise<PublishContext> {
  return { client: await installations.open(connectionId), journal, ...of };
}

export const previewPublish = (
  installations: Installations,
  { connectionId, base: live, definition }: PreviewInput,
): Promise<OutboundRequest> =>
  installations.describe(
    connectionId,
    live === null ? { action: 'create', definition } : { action: 'update', live, definition },
  );
