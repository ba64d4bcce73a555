// @module-tag slow
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addressable } from '#domain/webhook/listed.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import {
  definitionOf,
  emptyDefinition,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../../service/start.ts';
import { setFaults } from '../../../service/testing/set-faults.ts';
import { noOrigin, type PublishContext } from './context.ts';
import { publish, removeWebhook } from './publish.ts';
import { entryOf, type JournaledState } from './send.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { AdvancedClock } from '#test-support/advanced-clock.fake.ts';
import {
  openStoredCore,
  openStoredCoreAt,
  type StoredCore,
} from '#test-support/stored-core-fixture.ts';

/** Concurrent publishers, and the webhooks that each of them creates, renames and deletes. */
const publishers = 4;
const rounds = 48;

/** The reported result of one request, and whether the service had applied it right after. */
interface Observed {
  readonly reported: string;
  readonly applied: boolean;
}

const named = (name: string): WebhookDefinition => ({
  ...emptyDefinition('B'),
  name,
  url: 'https://chat.example.com/hook',
});

/** A key that identifies the request of an entry within the test. */
const keyOf = ({ action, meant, before }: Pick<JournalEntry, 'action' | 'meant' | 'before'>) =>
  `${action} ${(meant ?? before)?.name ?? ''}`;

function newFolder(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parent, 'hookdesk-publishers-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

async function startFaulty(): Promise<RunningService> {
  const service = await startService({
    variant: 'B',
    authToken: null,
    seed: 2,
    practice: { deliversTo: 'loopback' },
  });
  onTestFinished(() => service.close());
  return service;
}

/**
 * Leaves three open entries, as after a kill: one applied create, one unsent create, one unsent
 * update.
 */
async function leaveOpen(
  { installations, journal, connectionId }: StoredCore,
  held: Webhook,
): Promise<Map<string, boolean>> {
  const client = await installations.open(connectionId);
  const context: PublishContext = { client, journal, origin: noOrigin, knownIds: null };
  const applied = { action: 'create', definition: named('Left, applied') } as const;
  const notApplied = { action: 'create', definition: named('Left, not applied') } as const;
  const definition = { ...definitionOf(held), name: 'Left, not renamed' };
  const listed = { before: null, knownIds: [[1, 2]] } satisfies JournaledState;
  const entries = [
    entryOf(context, applied, listed),
    entryOf(context, notApplied, listed),
    entryOf(
      context,
      { action: 'update', live: held, definition },
      { before: held, knownIds: null },
    ),
  ];
  await journal.begin(entries);
  await client.send(applied);
  return new Map(entries.map((entry, index) => [keyOf(entry), index === 0]));
}

it('gives every entry the outcome on the service, with four publishers beside the reconciler', async () => {
  const service = await startFaulty();
  const place = { baseUrl: service.url, apiRoot: service.root };
  const target = { ...place, variant: 'B' as const, authToken: null };
  const folder = newFolder();
  const first = await openStoredCore(folder, place);
  const [held] = addressable((await first.ports.webhooks.list(target, {})).webhooks);
  if (held === undefined) throw new Error('The service holds nothing.');
  const left = await leaveOpen(first, held);
  await first.close();

  const clock = new AdvancedClock();
  const stored = await openStoredCoreAt(clock, folder, place);
  const { connectionId, journal, reconciler } = stored;
  const { webhooks } = stored.ports;
  const observed = new Map<string, Observed>();
  const observe = (key: string, result: Observed): void => {
    // Nothing is sent while an earlier request for the webhook has no outcome.
    if (result.reported === 'unfinished') expect(result.applied).toBe(false);
    else observed.set(key, result);
  };
  const reconciling: Promise<number>[] = [];
  const find = async (name: string): Promise<Webhook | null> =>
    addressable((await webhooks.list(target, {})).webhooks).find(
      (webhook) => webhook.name === name,
    ) ?? null;
  const reportOf = async (base: Webhook | null, definition: WebhookDefinition) => {
    reconciling.push(reconciler.reconcileAll());
    let reported = 'nothing';
    try {
      const input = await draftToPublish(stored.drafts, { connectionId, base, definition });
      for await (const event of publish(stored, input)) {
        if (event.kind === 'outcome') reported = event.outcome.kind;
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      reported = error.problem.code;
    }
    return reported;
  };
  const removalReport = (base: Webhook): Promise<string> =>
    removeWebhook(stored, { connectionId, base }).then(
      () => 'removed',
      (error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        return error.problem.code;
      },
    );

  const publisher = async (number: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const [name, renamed] = [`${number}/${round}`, `${number}/${round}, renamed`];
      let reported = await reportOf(null, named(name));
      let live = await find(name);
      observe(`create ${name}`, { reported, applied: live !== null });
      if (live === null) continue;
      reported = await reportOf(live, named(renamed));
      const after = await find(renamed);
      observe(`update ${renamed}`, { reported, applied: after !== null });
      live = after ?? live;
      reported = await removalReport(live);
      const isGone = (await find(live.name)) === null;
      observe(`delete ${live.name}`, { reported, applied: isGone });
    }
  };
  await setFaults(service, {
    faults: [
      { kind: 'reset-before', only: 'writes', share: 0.04 },
      { kind: 'reset-after', only: 'writes', share: 0.04 },
    ],
  });
  await Promise.all(Array.from({ length: publishers }, (_, number) => publisher(number)));
  await Promise.all(reconciling);
  await setFaults(service, { faults: [] });
  clock.passFinish();
  // A reconciliation that began before the finish time leaves entries open.
  while ((await reconciler.reconcile(connectionId)) !== null);
  expect(await journal.openEntries()).toEqual([]);
  await stored.close();

  const next = await openStoredCoreAt(clock, folder, place);
  onTestFinished(() => next.close());
  const entries = await next.journal.all({});
  expect(entries.length).toBeGreaterThanOrEqual(500);
  const wrong = entries.flatMap((entry) => {
    const key = keyOf(entry);
    const { applied, reported } = observed.get(key) ?? { applied: left.get(key), reported: '' };
    const expected = applied === true ? 'done' : 'not-applied';
    return entry.outcome === expected ? [] : [{ key, reported, applied, outcome: entry.outcome }];
  });
  expect(wrong).toEqual([]);
  expect(entries.length).toBe(observed.size + left.size);
}, 120_000);
