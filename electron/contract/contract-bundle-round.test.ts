// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Bundle } from '#domain/bundle/format.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { type RunningService, startService } from '../../service/start.ts';
import type { Composition } from '#compose/compose.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow } from '#test-support/window-fixture.ts';
import type { PlanRowView } from './plans.ts';

let folder: string;
let composition: Composition;
let window: TestWindow;
const services: RunningService[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-round-'));
  composition = await composeTestFolder(folder);
  window = await openWindow('message port', composition.ports, folder, composition.notices);
});
afterAll(async () => {
  await window.leave();
  await window.end();
  for (const service of services) await service.close();
  await composition.close();
  rmSync(folder, { recursive: true });
});

async function installation(variant: VariantId, seed: number): Promise<string> {
  const service = await startService({ variant, authToken: null, seed });
  services.push(service);
  const settings = {
    ...blankConnection,
    name: 'acme',
    baseUrl: service.url,
    variant,
    apiRoot: service.root,
    authentication: { kind: 'none' as const },
  };
  return (await window.client.connections.add({ settings, secrets: {} })).id;
}

async function all<Event>(stream: Promise<AsyncIterable<Event>>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of await stream) events.push(event);
  return events;
}

/** Exports all webhooks of installations; `secret` returns the value of a removed secret. */
async function exported(...connectionIds: readonly string[]): Promise<{
  text: string;
  secret: (name: string) => Promise<string>;
}> {
  const { bundles } = window.client;
  const webhooks = connectionIds.map((connectionId) => ({ connectionId, webhooks: null }));
  const selection = { webhooks, draftIds: [] };
  const prepared = (await all(bundles.prepareExport(selection))).at(-1);
  if (prepared?.kind !== 'end') throw new Error('There is no export.');
  const { exportId } = prepared;
  const how = { format: 'bundle', variant: 'B', withAddress: false, passphrase: null } as const;
  const written = await all(bundles.writeExport({ exportId, ...how, keep: [], takeOut: [] }));
  return {
    text: written.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    secret: async (name) => (await bundles.exportSecret({ exportId, name })).value,
  };
}

/** Imports a bundle into an installation, with all secrets that it needs. */
async function imported(
  text: string,
  connectionId: string,
  secret: (name: string) => Promise<string>,
): Promise<PlanRowView[]> {
  const { bundles, plans } = window.client;
  const bytes = Buffer.from(text);
  const { fileId } = await bundles.beginFile({ name: 'round', bytes: bytes.length });
  await bundles.addToFile({ fileId, part: bytes.toString('base64') });
  await bundles.openFile({ fileId });
  const source = { fileId, connectionIds: [connectionId], keys: null, alsoRemove: true };
  const events = await all(plans.prepare({ kind: 'bundle', ...source }));
  const end = events.at(-1);
  if (end?.kind !== 'end') throw new Error('There is no plan.');
  const { planId } = end;
  const rows = new Map(
    events
      .flatMap((event) => (event.kind === 'rows' ? event.rows : []))
      .map((row) => [row.key, row]),
  );
  for (;;) {
    const [wanted] = [...rows.values()].flatMap(({ needs, destination }) =>
      needs.flatMap((each) => (each.kind === 'secret' ? [{ name: each.name, destination }] : [])),
    );
    if (wanted === undefined) break;
    const value = await secret(wanted.name);
    const given = { planId, connectionId, ...wanted, value, remember: true };
    for (const event of await all(plans.giveSecret(given))) {
      if (event.kind === 'rows') for (const row of event.rows) rows.set(row.key, row);
    }
  }
  const planned = [...rows.values()];
  const keys = planned.filter(({ selected }) => selected).map(({ key }) => key);
  if (keys.length === 0) return planned;
  await plans.run({ planId, keys, options: { atOnce: 4, onFailure: 'stop' } });
  expect((await all(plans.watch({ planId }))).at(-1)).toMatchObject({
    planState: { status: 'ended', counts: { done: keys.length } },
  });
  return planned;
}

/** A bundle without its sources. */
const body = (text: string): unknown => ({
  ...Bundle.parse(z.json().parse(JSON.parse(text))),
  sources: null,
});

it.each(['A', 'B'] as const)(
  'an export of variant %s imports into an empty installation without changes, and the second time without secrets',
  async (variant) => {
    const full = await installation(variant, 24);
    const empty = await installation(variant, 0);
    const first = await exported(full);
    const rows = await imported(first.text, empty, first.secret);
    expect(rows.map(({ action, state }) => `${action} ${state}`)).toEqual(
      Array.from({ length: 24 }, () => 'create ready'),
    );
    expect(body((await exported(empty)).text)).toEqual(body(first.text));
    const nobody = () => Promise.reject(new Error('No secret is to be asked for.'));
    const again = await imported(first.text, empty, nobody);
    expect(again.map(({ state }) => state)).toEqual(Array.from({ length: 24 }, () => 'unchanged'));
  },
);

it('a bundle of two installations with equal names changes nothing when each row goes back to its source', async () => {
  const connectionIds = [await installation('A', 24), await installation('B', 24)];
  const { text } = await exported(...connectionIds);
  expect((await exported(...connectionIds.toReversed())).text).toBe(text);
  const { bundles, plans } = window.client;
  const bytes = Buffer.from(text);
  const { fileId } = await bundles.beginFile({ name: 'both', bytes: bytes.length });
  await bundles.addToFile({ fileId, part: bytes.toString('base64') });
  const file = await bundles.openFile({ fileId });
  const sources = file.status === 'read' ? file.view.sources : [];
  expect(sources.map(({ connectionId }) => connectionId).sort()).toEqual(connectionIds.toSorted());
  const planned = async (eachToItsSource: boolean): Promise<PlanRowView[]> => {
    const source = { fileId, connectionIds, keys: null, alsoRemove: true, eachToItsSource };
    const events = await all(plans.prepare({ kind: 'bundle', ...source }));
    return events.flatMap((event) => (event.kind === 'rows' ? event.rows : []));
  };
  const back = await planned(true);
  expect(back.map(({ state }) => state)).toEqual(Array.from({ length: 48 }, () => 'unchanged'));
  // Each row on both installations: no plan row creates an existing name.
  const placeOf = (row: PlanRowView): string => `${row.connectionId} ${row.name}`;
  const there = new Set(back.map(placeOf));
  const creates = (await planned(false)).filter((row) => row.action === 'create' && row.selected);
  expect(creates.filter((row) => there.has(placeOf(row)))).toEqual([]);
});
