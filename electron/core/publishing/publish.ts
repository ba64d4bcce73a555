import type { PublishInput } from '#contract/index.ts';
import type { PublishEvent } from '#contract/publishing.ts';
import { fateOf } from '#domain/merge/fate.ts';
import { ProblemError } from '#domain/problem.ts';
import { attributeCreates } from '#domain/publishing/attribute-creates.ts';
import { rangesOf } from '#domain/publishing/id-ranges.ts';
import { conflictProblem } from '#domain/publishing/problems.ts';
import { checkDefinition, hasErrors } from '#domain/webhook/check.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { WebhookList } from '../ports.ts';
import { invalid, readOnly, stopIfCancelled } from '../problems.ts';
import { type Ended, endUnread } from './ended.ts';
import { lookAt } from './look-at.ts';
import { type Errand, type Publishing, singleErrand } from './publishing.ts';
import { createRequest, removeRequest, updateRequest } from './requests.ts';
import { send, type Sent } from './send.ts';
import { endCreate } from './write-create.ts';
import { readBackRemoval } from './write-removal.ts';
import { lookWhetherSame, readBackUpdate } from './write-update.ts';

type Steps = AsyncGenerator<PublishEvent, void, void>;

/**
 * Publishes a definition: checks it, looks at what the service holds, sends one request, reads back.
 * Nothing is sent when the service holds something else than the draft started from, not even where
 * both merge by themselves: nothing goes out that no person has seen. Publish again with what is there
 * now as the base. The signal stops it until the request is sent; from then on it goes on to the outcome.
 * The journal has the request before it leaves; where it cannot, nothing is sent.
 */
export async function* publish(
  house: Publishing,
  input: PublishInput,
  signal?: AbortSignal,
): Steps {
  const { base, definition, connectionId } = input;
  const connection = house.connections.find(connectionId);
  if (connection.readOnly) throw readOnly(connection.name);
  const issues = checkDefinition(definition, connection.variant, base);
  if (hasErrors(issues)) throw invalid(issues.filter((issue) => issue.level === 'error'));
  const errand = singleErrand(connection, await house.connections.target(connectionId));
  if (base === null) yield* create(house, errand, definition, signal);
  else yield* update(house, errand, base, definition, signal);
}

async function* update(
  house: Publishing,
  errand: Errand,
  base: Webhook,
  definition: WebhookDefinition,
  signal: AbortSignal | undefined,
): Steps {
  yield { kind: 'step', step: 'checking' };
  const live = await lookWhetherSame(house, errand, base, signal);
  stopIfCancelled(signal);

  yield { kind: 'step', step: 'sending' };
  const sent = await onDisk(house, send(house, updateRequest(house, errand, live, definition)));

  yield { kind: 'step', step: 'reading-back' };
  yield told(await onDisk(house, readBackUpdate(house, errand, sent, live, definition)));
}

async function* create(
  house: Publishing,
  errand: Errand,
  definition: WebhookDefinition,
  signal: AbortSignal | undefined,
): Steps {
  yield { kind: 'step', step: 'checking' };
  const before = await house.ports.webhooks.list(errand.target, { signal });
  stopIfCancelled(signal);

  yield { kind: 'step', step: 'sending' };
  const knownIds = rangesOf(before.webhooks.map(({ id }) => id));
  const sent = await onDisk(house, send(house, createRequest(house, errand, definition, knownIds)));

  yield { kind: 'step', step: 'reading-back' };
  yield told(await onDisk(house, readBackCreate(house, errand, sent, definition)));
}

async function readBackCreate(
  house: Publishing,
  { connection, target }: Errand,
  sent: Sent,
  definition: WebhookDefinition,
): Promise<Ended> {
  const { ports, snapshots } = house;
  const since = snapshots.begin();
  let list: WebhookList;
  try {
    list = await ports.webhooks.list(target, {});
  } catch (error) {
    return endUnread(house, sent, error);
  }
  const { webhooks, withoutId } = list;
  const { id: key, knownIds } = sent.entry;
  const wanted = {
    ...{ key, meant: definition, knownIds: knownIds ?? [] },
    accepted: sent.doubt === null,
  };
  const taken = house.journal.open.createdSince([sent.entry]);
  const attributed = attributeCreates([wanted], webhooks, taken);
  const found = attributed.get(key) ?? { webhook: null, notes: [] };
  // First of all: what this Hookdesk has made was not made elsewhere.
  if (found.webhook !== null) snapshots.note(connection.id, found.webhook.id, found.webhook);
  snapshots.keep(connection.id, ports.clock.now(), webhooks, { since, withoutId });
  return endCreate(house, sent, definition, found);
}

/**
 * Deletes a webhook, if it still is what the person saw, and looks whether it is gone. A lost answer
 * is settled by that look; nothing is sent for a webhook that somebody else has deleted.
 */
export async function remove(
  house: Publishing,
  { connectionId, base }: { connectionId: string; base: Webhook },
): Promise<void> {
  const connection = house.connections.find(connectionId);
  if (connection.readOnly) throw readOnly(connection.name);
  const target = await house.connections.target(connectionId);
  const live = await lookAt(house, { connectionId, target, id: base.id });
  if (live === null) return;
  const fate = fateOf(base, live);
  if (fate.kind !== 'as-it-was') throw new ProblemError(conflictProblem(fate, live));
  const errand = singleErrand(connection, target);
  const sent = await onDisk(house, send(house, removeRequest(house, errand, live)));
  const { problem } = await onDisk(house, readBackRemoval(house, errand, sent, live));
  if (problem !== null) throw new ProblemError(problem);
}

/** What a person is told of one webhook, the history has after a power failure, too. */
async function onDisk<Result>(
  { journal }: Pick<Publishing, 'journal'>,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } finally {
    await journal.settled();
  }
}

/** The outcome as an event; a problem is thrown. */
function told({ told: outcome }: Ended): PublishEvent {
  if (outcome instanceof ProblemError) throw outcome;
  return { kind: 'outcome', outcome };
}
