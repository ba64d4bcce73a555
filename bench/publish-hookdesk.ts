import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstallationClient } from '#core/installations/client.ts';
import type { PlanItem } from '#domain/publishing/plan.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { RunningService } from './real-service.ts';
import { openBenchCore } from './bench-core.ts';

/** Milliseconds from the start of the plan. */
interface Took {
  /** Until the plan has ended: each outcome is verified and reported to the window. */
  readonly ended: number;
  /** Until the journal has each outcome on disk. */
  readonly onDisk: number;
}

/** A change to publish. `base` is the current webhook, `null` for a new one. */
export interface Change {
  readonly base: Webhook | null;
  readonly definition: WebhookDefinition;
}

/** Publishes changes with a plan of the core: real store on disk, encrypted journal, HTTP. */
export async function publishAll(
  service: RunningService,
  changesOf: (client: InstallationClient) => Promise<readonly Change[]> | readonly Change[],
  atOnce: number,
): Promise<Took> {
  const directory = mkdtempSync(join(tmpdir(), 'publish-'));
  const core = await openBenchCore(service, directory);
  const { connectionId, installations, journal, plans, close } = core;
  let planId = '';
  const changes = await changesOf(await installations.open(connectionId));
  const items = changes.map(({ base, definition }, index): PlanItem => ({
    key: String(index),
    connectionId,
    action: base === null ? 'create' : 'update',
    base,
    definition,
    draftId: null,
    draftRevision: null,
    lineage: null,
    undoes: null,
  }));
  for await (const event of plans.prepare({ kind: 'items', items })) {
    if (event.kind === 'end') ({ planId } = event);
  }
  const begun = performance.now();
  const keys = items.map(({ key }) => key);
  await plans.run(planId, keys, { atOnce, onFailure: 'stop' });
  let done = 0;
  for await (const event of plans.runs.watch(planId)) {
    if (event.kind === 'state') done = event.planState.counts.done;
  }
  const ended = performance.now() - begun;
  await journal.close();
  const onDisk = performance.now() - begun;
  await close();
  rmSync(directory, { recursive: true });
  if (done !== changes.length) throw new Error(`Only ${done} were published.`);
  return { ended, onDisk };
}
