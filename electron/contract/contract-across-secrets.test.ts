// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  acrossEdits,
  acrossInstallations,
  acrossSecrets,
  type AcrossSource,
  acrossSources,
  planAcross,
  readAcross,
} from '#core/publishing/testing/across-sources.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { tracesIn, tracesInFiles } from '#test-support/traces.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { SeenWebhook } from '#domain/webhook/listed.ts';

const { header, edited } = acrossSecrets;
/** A rotation also masks its values in URLs and templates. */
const maskedIn = (source: AcrossSource): Record<string, string> =>
  source === 'rotation' ? acrossSecrets : { header, edited };

async function collected<Event>(stream: Promise<AsyncIterable<Event>>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of await stream) events.push(event);
  return events;
}

describe.each(transports)('plans across installations on a %s', (transport) => {
  let folder: string;
  let installations: ServedInstallations;
  let window: TestWindow;
  let connectionIds: string[];
  let end: () => Promise<void>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-across-'));
    installations = await startInstallations(acrossInstallations);
    const { ports, close } = await composeTestFolder(folder, 'sealed');
    window = await openWindow(transport, ports, folder);
    connectionIds = [];
    for (const { baseUrl, apiRoot, variant } of installations.places) {
      const settings: ConnectionSettings = {
        ...blankConnection,
        name: `acme ${connectionIds.length + 1}`,
        baseUrl,
        apiRoot,
        variant,
        authentication: { kind: 'none' },
      };
      connectionIds.push((await window.client.connections.add({ settings, secrets: {} })).id);
    }
    end = async () => {
      await window.leave();
      await window.end();
      await close();
      await installations.close();
      rmSync(folder, { recursive: true });
    };
  });
  afterEach(() => end());

  /** The procedures that show the webhooks before the plan. */
  const views: Readonly<Record<AcrossSource, (ids: Map<string, SeenWebhook[]>) => Promise<void>>> =
    {
      'edit-many': async (ids) => {
        const { editMany } = window.client;
        const selection = [...ids].map(([connectionId, webhooks]) => ({ connectionId, webhooks }));
        await collected(editMany.count({ selection, edits: acrossEdits }));
        const webhooks = [...ids].flatMap(([connectionId, seen]) =>
          seen.map((webhook) => ({ connectionId, ...webhook })),
        );
        await editMany.rows({ webhooks, edits: acrossEdits });
      },
      rotation: () => Promise.resolve(),
      copy: () => Promise.resolve(),
      comparison: async () => {
        const { comparisons } = window.client;
        const [referenceId = '', ...otherIds] = connectionIds;
        const events = await collected(
          comparisons.open({
            reference: { kind: 'installation', connectionId: referenceId },
            otherIds,
            ignoredParts: ['url'],
          }),
        );
        const comparisonId =
          events.flatMap((event) => (event.kind === 'end' ? event.comparisonId : []))[0] ?? '';
        for (const event of events) {
          if (event.kind !== 'rows') continue;
          for (const { key } of event.rows) await comparisons.row({ comparisonId, key });
        }
        for (const format of ['csv', 'markdown', 'html'] as const) {
          await comparisons.export({ comparisonId, format, keys: null });
        }
        await comparisons.close({ comparisonId });
      },
    };

  it.each(acrossSources)('of the source %s show no secret anywhere', async (source) => {
    const { client, received } = window;
    const ids = await readAcross(client, connectionIds);
    // Lists show URLs, which contain the value that a rotation replaces.
    const from = source === 'rotation' ? received.length : 0;
    await views[source](ids);
    const { planId, rows, keys } = await planAcross(client, ids, source);
    // Skips deletes: the window compares the webhook to delete, and plans its delete again.
    for (const { key, action } of rows) {
      if (action !== 'delete') await client.plans.row({ planId, key });
    }
    const changed = rows.find(({ action, key }) => action === 'update' && key !== keys[0]);
    if (changed !== undefined) {
      const { connectionId, webhookId } = changed;
      const index = connectionIds.indexOf(connectionId);
      const headers = [{ id: null, name: 'X-Auth-Token', value: `${header} of another person` }];
      await installations.change(index, webhookId ?? 0, { url: 'https://other.example/', headers });
    }
    const options = { atOnce: 2, onFailure: 'go-on' } as const;
    await client.plans.run({ planId, keys, options, first: keys[0] ?? '' });
    await collected(client.plans.watch({ planId }));
    await client.plans.report({ planId, format: 'text' });
    expect(await client.plans.unfinished()).toMatchObject([{ status: 'paused' }]);
    await installations.faults({ kind: '500', next: 1, only: 'writes' });
    await client.plans.resume({ planId });
    const events = await collected(client.plans.watch({ planId }));
    if (changed !== undefined) expect(JSON.stringify(events)).toContain('conflict');
    await installations.faults();
    for (const format of ['text', 'json'] as const) await client.plans.report({ planId, format });
    if (source === 'rotation') await collected(client.rotation.find({ kind: 'plan', planId }));
    await collected(client.plans.rows({ planId }));
    const filter = { connectionId: null, webhookId: null, from: null, to: null, outcomes: null };
    await client.journal.page({ filter: { ...filter, planId, text: '' }, after: null, limit: 100 });
    await client.app.diagnostics();

    const shown = received.slice(from);
    expect(shown.length).toBeGreaterThan(rows.length);
    for (const message of shown) expect(tracesIn(message, maskedIn(source)), message).toEqual([]);
    expect(window.reported.flatMap((text) => tracesIn(text, acrossSecrets))).toEqual([]);
    const { files, traces } = tracesInFiles(folder, acrossSecrets);
    expect(files).toBeGreaterThan(0);
    expect(traces).toEqual([]);
  });
});
