import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { RunningService } from './real-service.ts';
import { openBenchCore } from './bench-core.ts';

/** In milliseconds from the word to go. */
interface Took {
  /** To the plan's end: each outcome was read back, and a window knows it. */
  readonly ended: number;
  /** Until the journal has each outcome on disk; that each request was sent is there before it leaves. */
  readonly kept: number;
}

/** Publishes these as new webhooks through a plan of the core: real store on disk, sealed journal, HTTP. */
export async function publishAll(
  service: RunningService,
  definitions: readonly WebhookDefinition[],
  atOnce: number,
  directory: string,
): Promise<Took> {
  const { connectionId, journal, plans, close } = await openBenchCore(service, directory);
  let planId = '';
  const items = definitions.map((definition, index) => ({
    ...{ key: String(index), connectionId, action: 'create' as const, base: null, definition },
    ...{ draftId: null, undoes: null },
  }));
  for await (const event of plans.prepare({ kind: 'items', items })) {
    if (event.kind === 'end') ({ planId } = event);
  }
  const begun = performance.now();
  const keys = items.map(({ key }) => key);
  await plans.run(planId, keys, { atOnce, onFailure: 'stop' });
  let done = 0;
  for await (const event of plans.watch(planId)) {
    if (event.kind === 'standing') done = event.standing.counts.done;
  }
  const ended = performance.now() - begun;
  await journal.close();
  const kept = performance.now() - begun;
  await close();
  if (done !== definitions.length) throw new Error(`Only ${done} were published.`);
  return { ended, kept };
}
