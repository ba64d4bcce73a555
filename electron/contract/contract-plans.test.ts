import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ports } from '#core/ports.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { definitionOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { PlanRowView, PlanSource, RunEvent } from './plans.ts';
import { proceduresOf } from './testing/procedures.ts';
import { identityFor } from '#test-support/draft-fixture.ts';

describe.each(transports)('plans on a %s', (transport) => {
  let folder: string;
  let ports: Ports;
  let endPorts: () => Promise<void>;
  let window: TestWindow;
  let service: RunningService;
  let connectionId: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    const composition = await composeTestFolder(folder);
    ({ ports, close: endPorts } = composition);
    window = await openWindow(transport, ports, folder, composition.notices);
    service = await startService({ variant: 'B', authToken: null, seed: 2 });
    const settings = {
      ...blankConnection,
      name: 'acme',
      baseUrl: service.url,
      variant: 'B' as const,
      apiRoot: service.root,
      authentication: { kind: 'none' as const },
    };
    ({ id: connectionId } = await window.client.connections.add({ settings, secrets: {} }));
  });
  afterAll(async () => {
    const asked = [...window.asked].filter((name) => name.startsWith('plans.'));
    // The test of bundles calls the procedures of secrets.
    const others = proceduresOf(new Set(['plans'])).filter((name) => !name.endsWith('Secret'));
    expect(asked.sort()).toEqual(others);
    expect(window.reported).toEqual([]);
    await window.leave();
    await window.end();
    await service.close();
    await endPorts();
    rmSync(folder, { recursive: true });
  });

  const held = async (webhookId: number): Promise<Webhook> =>
    (await window.client.webhooks.read({ connectionId, webhookId })).webhook;

  async function prepared(source: PlanSource): Promise<{ planId: string; rows: PlanRowView[] }> {
    const rows: PlanRowView[] = [];
    for await (const event of await window.client.plans.prepare(source)) {
      if (event.kind === 'rows') rows.push(...event.rows);
      if (event.kind === 'end') return { planId: event.planId, rows };
    }
    throw new Error('There is no plan.');
  }

  async function watched(planId: string): Promise<{ outcomes: string[]; last: RunEvent }> {
    const outcomes: string[] = [];
    let last: RunEvent | null = null;
    for await (const event of await window.client.plans.watch({ planId })) {
      if (event.kind === 'results') {
        outcomes.push(...event.results.map(({ key, outcome }) => `${key} ${outcome}`));
      }
      last = event;
    }
    if (last === null) throw new Error('Nothing was told.');
    // Ends at once, because all outcomes are known.
    for await (const event of await window.client.plans.outcomes({ planId })) last = event;
    return { outcomes: outcomes.sort(), last };
  }

  it('compare drafts with the installation, show each request, publish and undo', async () => {
    const { client } = window;
    const base = await held(1);
    const other = await held(2);
    const created = { ...emptyDefinition('B'), name: 'New', url: 'https://new.example.com/' };
    const common = { connectionId, editedAt: new Date() };
    const drafts = [
      { id: 'edit', webhookId: 1, base, definition: { ...definitionOf(base), name: 'Edited' } },
      { id: 'same', webhookId: 2, base: other, definition: definitionOf(other) },
      { id: 'new', webhookId: null, base: null, definition: created },
    ];
    for (const draft of drafts) {
      await client.drafts.save({
        draft: { ...identityFor(draft.id), ...common, ...draft },
        basedOn: null,
      });
    }

    const { planId, rows } = await prepared({
      kind: 'drafts',
      draftIds: drafts.map(({ id }) => id),
    });
    expect(rows.map(({ key, action, state }) => `${key} ${action} ${state}`)).toEqual([
      'edit update ready',
      'same update unchanged',
      'new create ready',
    ]);
    let checked = 0;
    for await (const { done } of await client.plans.findings({ planId })) checked = done;
    expect(checked).toBe(rows.length);
    const { row, request } = await client.plans.row({ planId, key: 'edit' });
    expect(row.live).toEqual(base);
    expect(request).toMatchObject({
      method: 'PUT',
      url: `${service.url}${service.root}/webhook/1`,
    });

    const options = { atOnce: 4, onFailure: 'stop' as const };
    await client.plans.run({ planId, keys: rows.map(({ key }) => key), options });
    const { outcomes, last } = await watched(planId);
    expect(outcomes).toEqual(['edit done', 'new done', 'same unchanged']);
    expect(last).toMatchObject({
      planState: { status: 'ended', left: 0, connectionNames: ['acme'], title: 'Publish 3 drafts' },
    });
    const keys: string[] = [];
    for await (const some of await client.plans.rows({ planId })) {
      keys.push(...some.map(({ key }) => key));
    }
    expect(keys).toEqual(['edit', 'same', 'new']);
    const { text, fileName } = await client.plans.report({ planId, format: 'text' });
    expect(text).toContain('2 done, 1 already up to date.');
    expect(fileName).toMatch(/\.txt$/);
    expect(await held(1)).toMatchObject({ name: 'Edited' });
    expect(await held(3)).toMatchObject({ name: 'New' });
    await client.plans.cancel({ planId });
    expect(await client.plans.unfinished()).toEqual([]);

    const filter = { planId, connectionId: null, webhookId: null };
    const nothing = { from: null, to: null, outcomes: null, text: '' };
    const { entries } = await client.journal.page({
      filter: { ...filter, ...nothing },
      after: null,
      limit: 10,
    });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`).sort()).toEqual([
      'create done',
      'update done',
    ]);
    const undo = await prepared({ kind: 'undo', entryIds: entries.map(({ id }) => id) });
    await client.plans.run({
      planId: undo.planId,
      keys: undo.rows.map(({ key }) => key),
      options,
    });
    expect((await watched(undo.planId)).last).toMatchObject({
      planState: { status: 'ended', counts: { done: 2 } },
    });
    expect(await held(1)).toMatchObject({ ...definitionOf(base) });
    await expect(held(3)).rejects.toMatchObject({ data: { code: 'not-found' } });
  });

  it('use the selected method of a row, and report the changed row', async () => {
    const item = {
      key: 'get',
      connectionId,
      action: 'create' as const,
      base: null,
      definition: { ...emptyDefinition('B'), name: 'New', url: 'https://a.example', method: 'GET' },
      draftId: null,
      draftRevision: null,
      lineage: null,
      undoes: null,
    };
    const { planId, rows } = await prepared({ kind: 'items', items: [item] });
    expect(rows).toMatchObject([{ state: 'undecided', needs: [{ kind: 'method' }] }]);
    const answer = { method: 'PUT' };
    const answered = await window.client.plans.answer({
      planId,
      answers: [{ keys: ['get'], answer }],
    });
    expect(await answered.next()).toMatchObject({
      value: { kind: 'rows', rows: [{ key: 'get', state: 'ready', problem: null }] },
    });
    await window.client.plans.forget({ planId });
  });

  it('with an unknown id are rejected', async () => {
    const { plans } = window.client;
    const refused = { code: 'PROBLEM', data: { code: 'refused' } };
    await expect(plans.resume({ planId: 'none' })).rejects.toMatchObject(refused);
    const rows = await plans.rows({ planId: 'none' });
    await expect(rows.next()).rejects.toMatchObject(refused);
    const answer = { conflict: 'delete' as const };
    const answered = await plans.answer({ planId: 'none', answers: [{ keys: ['a'], answer }] });
    await expect(answered.next()).rejects.toMatchObject(refused);
    await plans.dismiss({ planId: 'none' });
  });
});
