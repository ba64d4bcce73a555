import { fiftyRows } from './fifty-rows.ts';
import { addressable } from '#domain/webhook/listed.ts';
import { openStoredCore } from '#test-support/stored-core-fixture.ts';

/**
 * Publishes fifty rows, 8 in parallel, with the store in a data folder: `FOLDER BASE-URL API-ROOT`.
 */
const [directory = '', baseUrl = '', apiRoot = ''] = process.argv.slice(2);
const place = { baseUrl, apiRoot };
const core = await openStoredCore(directory, place);
const target = { ...place, variant: 'B' as const, authToken: null };
const webhooks = addressable((await core.ports.webhooks.list(target, {})).webhooks);
const items = fiftyRows(core.connectionId, webhooks);
for await (const event of core.plans.prepare({ kind: 'items', items })) {
  if (event.kind !== 'end') continue;
  const { planId } = event;
  await core.plans.run(
    planId,
    items.map(({ key }) => key),
    { atOnce: 8, onFailure: 'stop' },
  );
  const events = core.plans.runs.watch(planId);
  while ((await events.next()).done !== true);
}
await core.close();
