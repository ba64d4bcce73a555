import type { PublishInput } from '#contract/index.ts';
import type { PublishEvent } from '#contract/publishing.ts';
import { checkDefinition, hasErrors } from '#domain/webhook/check.ts';
import { changedSince } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { type Fate, fateOf } from '#domain/merge/fate.ts';
import { plainProblem, type Problem, ProblemError } from '#domain/problem.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, Target } from '../ports.ts';
import { invalid, readOnly, stopIfCancelled } from '../problems.ts';
import type { Snapshots } from '../webhooks/snapshots.ts';
import { lookAt } from './look-at.ts';
import { findCreated, isAsMeant, outcomeOf } from './outcome.ts';

/** What publishing takes: the ports and the state that it reads and keeps up to date. */
export interface Publishing {
  readonly ports: Pick<Ports, 'webhooks' | 'clock'>;
  readonly connections: Connections;
  readonly snapshots: Snapshots;
}

/**
 * Publishes a definition: checks it, looks at what the service holds, sends one request, reads back.
 * Nothing is sent when the service holds something else than the draft started from, not even where
 * both merge by themselves: nothing goes out that no person has seen. Publish again with what is there
 * now as the base. The signal stops it until the request is sent; from then on it goes on to the outcome.
 */
export async function* publish(
  house: Publishing,
  input: PublishInput,
  signal?: AbortSignal,
): AsyncGenerator<PublishEvent, void, void> {
  const { base, definition, connectionId } = input;
  const connection = house.connections.find(connectionId);
  if (connection.readOnly) throw readOnly(connection.name);
  const issues = checkDefinition(definition, connection.variant, base);
  if (hasErrors(issues)) throw invalid(issues.filter((issue) => issue.level === 'error'));
  const target = await house.connections.target(connectionId);
  if (base === null) yield* create(house, connectionId, target, definition, signal);
  else yield* update(house, connectionId, target, base, definition, signal);
}

async function* update(
  house: Publishing,
  connectionId: string,
  target: Target,
  base: Webhook,
  definition: WebhookDefinition,
  signal: AbortSignal | undefined,
): AsyncGenerator<PublishEvent, void, void> {
  const { ports, snapshots } = house;
  yield { kind: 'step', step: 'checking' };
  const live = await lookAt(house, { connectionId, target, id: base.id }, signal);
  const fate = fateOf(base, live);
  if (live === null || fate.kind !== 'as-it-was') throw conflict(fate, live);
  stopIfCancelled(signal);

  yield { kind: 'step', step: 'sending' };
  const headers = headerChangeSet(live.headers, definition.headers);
  const doubt = await attempt(ports.webhooks.update(target, { id: live.id, definition, headers }));

  yield { kind: 'step', step: 'reading-back' };
  let after: Webhook;
  try {
    after = await ports.webhooks.read(target, live.id, {});
  } catch (error) {
    yield { kind: 'outcome', outcome: unverified(false, doubt, error) };
    return;
  }
  snapshots.note(connectionId, live.id, after);
  if (doubt !== null && !changedSince(live, after) && !isAsMeant(definition, after)) {
    if (doubt.code === 'server-failed') throw new ProblemError(doubt);
    const notes = ['The answer was lost. Reading shows that the update was not applied.'];
    yield { kind: 'outcome', outcome: outcomeOf('not-applied', definition, after, notes) };
    return;
  }
  yield { kind: 'outcome', outcome: outcomeOf('read', definition, after, doubtNotes(doubt)) };
}

async function* create(
  { ports, snapshots }: Publishing,
  connectionId: string,
  target: Target,
  definition: WebhookDefinition,
  signal: AbortSignal | undefined,
): AsyncGenerator<PublishEvent, void, void> {
  yield { kind: 'step', step: 'checking' };
  const before = await ports.webhooks.list(target, { signal });
  stopIfCancelled(signal);

  yield { kind: 'step', step: 'sending' };
  const doubt = await attempt(ports.webhooks.create(target, definition));

  yield { kind: 'step', step: 'reading-back' };
  let after: readonly Webhook[];
  try {
    after = (await ports.webhooks.list(target, {})).webhooks;
  } catch (error) {
    yield { kind: 'outcome', outcome: unverified(true, doubt, error) };
    return;
  }
  snapshots.keep(connectionId, ports.clock.now(), after);
  const found = findCreated(before.webhooks, after, definition);
  if (found.webhook === null) {
    if (doubt?.code === 'server-failed') throw new ProblemError(doubt);
    const note =
      doubt === null
        ? 'The service accepted the request, but its list shows no new webhook.'
        : 'The answer was lost. The list shows that no webhook was created.';
    yield {
      kind: 'outcome',
      outcome: { ...outcomeOf('not-applied', definition, null, [note]), created: true },
    };
    return;
  }
  const notes = [...doubtNotes(doubt), ...found.notes];
  yield {
    kind: 'outcome',
    outcome: { ...outcomeOf('read', definition, found.webhook, notes), created: true },
  };
}

/**
 * Deletes a webhook, if it still is what the person saw, and looks whether it is gone. A lost answer
 * is settled by that look; nothing is sent for a webhook that somebody else has deleted.
 */
export async function remove(
  house: Publishing,
  { connectionId, base }: { connectionId: string; base: Webhook },
): Promise<void> {
  const { ports, connections, snapshots } = house;
  const connection = connections.find(connectionId);
  if (connection.readOnly) throw readOnly(connection.name);
  const target = await connections.target(connectionId);
  const live = await lookAt(house, { connectionId, target, id: base.id });
  if (live === null) return;
  const fate = fateOf(base, live);
  if (fate.kind !== 'as-it-was') throw conflict(fate, live);
  const doubt = await attempt(ports.webhooks.remove(target, base.id));
  const left = await ports.webhooks.read(target, base.id, {}).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    if (doubt === null || error.problem.code === 'not-found') return null;
    throw new ProblemError(doubt, { cause: error });
  });
  if (left !== null) throw notRemoved(doubt);
  snapshots.note(connectionId, base.id, null);
}

/** Sends a write. `null` when it was accepted, a problem when reading must show what became of it. */
async function attempt(write: Promise<void>): Promise<Problem | null> {
  try {
    await write;
    return null;
  } catch (error) {
    const doubtful = ['answer-lost', 'server-failed'];
    if (error instanceof ProblemError && doubtful.includes(error.problem.code))
      return error.problem;
    throw error;
  }
}

function notRemoved(doubt: Problem | null): ProblemError {
  const seen = 'Reading shows that the webhook is still there.';
  if (doubt !== null) return new ProblemError({ ...doubt, message: `${doubt.message} ${seen}` });
  return new ProblemError(
    plainProblem(
      'server-failed',
      `The service accepted the request. ${seen}`,
      'Read the list again, and look at the log of the installation.',
    ),
  );
}

function doubtNotes(doubt: Problem | null): string[] {
  if (doubt === null) return [];
  return [`${doubt.message} Reading shows that the request was applied all the same.`];
}

function unverified(created: boolean, doubt: Problem | null, error: unknown) {
  if (!(error instanceof ProblemError)) throw error;
  // Neither the answer nor a look: nobody can say what the service holds.
  if (doubt !== null) throw new ProblemError(doubt, { cause: error });
  return {
    kind: 'unverified' as const,
    created,
    webhook: null,
    differences: [],
    headersDiffer: false,
    notes: ['The service accepted the request.', `Reading back failed: ${error.problem.message}`],
  };
}

function conflict({ title, advice }: Fate, live: Webhook | null): ProblemError {
  return new ProblemError({
    code: 'conflict',
    message: title,
    advice,
    facts: [],
    answer: null,
    live,
  });
}
