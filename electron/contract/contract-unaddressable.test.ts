import { draftToPublish, identityFor } from '#test-support/draft-fixture.ts';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedChanges } from '#domain/publishing/change-many.ts';
import type { Composition } from '#compose/compose.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { givenIdOf, keyOf, type ListedSummary } from '#domain/webhook/listed.ts';
import { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { ListServer, type WireEntry } from '../../service/testing/list-server.ts';
import { openWindow, type TestWindow } from '#test-support/window-fixture.ts';
import type { PlanRowView, PlanSource } from './plans.ts';
import type { RemoteMarkSummary } from './snapshots.ts';
import { unseen } from '#test-support/seen-webhooks.ts';

const entry = (id: string | null, name: string): WireEntry => ({ id, name });

/** Lists with defects: few ids, so that most repeat. */
const list = fc
  .array(fc.constantFrom('1', '2', '3', '0', '-0', null), { maxLength: 12 })
  .map((ids) => ids.map((id, index) => entry(id, `id ${id ?? 'none'} at ${index}`)));

describe.each(VariantId.options)(
  'webhooks without an id that identifies them, variant %s',
  (variant) => {
    let folder: string;
    let composition: Composition;
    let window: TestWindow;
    let server: ListServer;
    let connectionId: string;
    let otherId: string;

    const open = async (): Promise<void> => {
      composition = await composeTestFolder(folder, 'sealed');
      window = await openWindow('message port', composition.ports, folder);
    };
    const restart = async (): Promise<void> => {
      await window.end();
      await composition.close();
      await open();
    };
    const rowsOf = async (
      events: Promise<AsyncIterable<{ kind: string; rows?: ListedSummary[] }>>,
    ): Promise<ListedSummary[]> => {
      const rows: ListedSummary[] = [];
      for await (const event of await events) rows.push(...(event.rows ?? []));
      return rows;
    };
    const read = (): Promise<ListedSummary[]> =>
      rowsOf(window.client.webhooks.list({ connectionId }));
    const last = (): Promise<ListedSummary[]> =>
      rowsOf(window.client.snapshots.last({ connectionId }));
    const readAt = async (): Promise<Date | null> => {
      for await (const state of await window.client.snapshots.watch({ connectionId })) {
        return state.readAt;
      }
      throw new Error('No state was reported.');
    };
    const marks = async (): Promise<RemoteMarkSummary[]> => {
      for await (const state of await window.client.snapshots.watch({ connectionId })) {
        return state.marks;
      }
      throw new Error('No state was reported.');
    };
    const preparedExport = async () => {
      const selection = { webhooks: [{ connectionId, webhooks: null }], draftIds: [] };
      for await (const event of await window.client.bundles.prepareExport(selection)) {
        if (event.kind === 'end') return event;
      }
      throw new Error('The export was not prepared.');
    };
    const exported = async (format: 'bundle' | 'raw' | 'csv'): Promise<string> => {
      const { exportId } = await preparedExport();
      let text = '';
      for await (const event of await window.client.bundles.writeExport({
        exportId,
        format,
        variant,
        keep: [],
        takeOut: [],
        withAddress: false,
        passphrase: null,
      })) {
        if (event.kind === 'text') text += event.text;
      }
      return text;
    };
    const planOf = async (source: PlanSource): Promise<{ planId: string; rows: PlanRowView[] }> => {
      const rows: PlanRowView[] = [];
      for await (const event of await window.client.plans.prepare(source)) {
        if (event.kind === 'rows') rows.push(...event.rows);
        if (event.kind === 'end') return { planId: event.planId, rows };
      }
      throw new Error('The plan was not prepared.');
    };
    const namesIn = (text: string): string[] =>
      [...text.matchAll(/(?:"name": |^\ufeff?)"(.+? at \d+)"/gm)].map(([, name = '']) => name);

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'hookdesk-unaddressable-'));
      server = await new ListServer(variant).listen();
      await open();
      const settings = {
        ...blankConnection,
        name: 'acme',
        baseUrl: server.baseUrl,
        apiRoot: server.apiRoot,
        variant,
        authentication: { kind: 'none' as const },
      };
      ({ id: connectionId } = await window.client.connections.add({ settings, secrets: {} }));
      const other = { ...settings, name: 'other' };
      ({ id: otherId } = await window.client.connections.add({ settings: other, secrets: {} }));
    });
    afterAll(async () => {
      await window.end();
      await composition.close();
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    });

    it('are all in the list, the search and each export, in order', async () => {
      await fc.assert(
        fc.asyncProperty(list, async (entries) => {
          server.entries = entries;
          const names = entries.map(({ name }) => name);
          const rows = await read();
          expect(rows.map(({ name }) => name)).toEqual(names);
          expect(new Set(rows.map(keyOf)).size).toBe(entries.length);
          expect(await last()).toEqual(rows);
          const found = await window.client.webhooks.filter({ connectionId, text: 'at' });
          expect(found).toEqual(rows.map(keyOf));
          for (const row of rows) {
            const times = entries.filter(({ id }) => Number(id ?? NaN) === row.id).length;
            expect(times, 'an id that a request can use is there once').toBe(
              row.id === null ? 0 : 1,
            );
          }
          for (const format of ['bundle', 'raw', 'csv'] as const) {
            expect(namesIn(await exported(format)).sort(), format).toEqual(names.toSorted());
          }
        }),
        { numRuns: 15 },
      );
    });

    it('are available after a restart without the installation, and in an export', async () => {
      server.entries = [
        entry('7', 'b at 0'),
        entry(null, 'c at 1'),
        entry('7', 'a at 2'),
        entry('-0', 'd at 3'),
      ];
      const before = await read();
      expect(before.map(keyOf)).toEqual(['7#1', 'none#1', '7#2', '-0#1']);
      // After a slow write, the next one waits up to 20 s.
      await expect
        .poll(async () => (await composition.ports.snapshots.times()).get(connectionId), {
          timeout: 25_000,
        })
        .toEqual(await readAt());
      await restart();
      expect(await last()).toEqual(before);
      const { webhook } = await window.client.snapshots.read({ connectionId, key: '7#2' });
      expect(webhook).toMatchObject({
        id: null,
        name: 'a at 2',
        idDefect: { kind: 'repeated', id: 7, count: 2 },
      });
      const names = ['a at 2', 'b at 0', 'c at 1', 'd at 3'];
      expect(namesIn(await exported('raw')), 'by name, as in every file').toEqual(names);
    }, 40_000);

    it('are rejected before a request, also in an earlier draft or plan', async () => {
      server.entries = [entry('7', 'Pager at 0'), entry('8', 'Chat at 1')];
      await read();
      const { webhook: base } = await window.client.webhooks.read({ connectionId, webhookId: 7 });
      const definition = { ...definitionOf(base), name: 'Mine' };
      const draft = {
        ...identityFor('mine'),
        id: 'mine',
        connectionId,
        webhookId: 7,
        base,
        definition,
        editedAt: new Date(),
      };
      await window.client.drafts.save({ draft, basedOn: null });
      const prepared = await planOf({ kind: 'drafts', draftIds: ['mine'] });
      expect(prepared.rows).toMatchObject([{ state: 'ready' }]);

      server.entries = [...server.entries, entry('7', 'Twin at 2')];
      await read();
      const said =
        'Id 7 is used twice in the list of this installation, so a request could change the wrong webhook.';
      const problem = { code: 'refused', message: said };
      const refused = { data: problem };
      const { client } = window;
      await expect(client.webhooks.read({ connectionId, webhookId: 7 })).rejects.toMatchObject(
        refused,
      );
      const input = await draftToPublish(client.drafts, { connectionId, base, definition });
      const publishing = async (): Promise<void> => {
        const steps = await client.publishing.publish(input);
        for await (const step of steps) expect(step.kind).toBe('step');
      };
      await expect(publishing()).rejects.toMatchObject(refused);
      await expect(client.publishing.remove({ connectionId, base })).rejects.toMatchObject(refused);
      const anew = await planOf({ kind: 'drafts', draftIds: ['mine'] });
      expect(anew.rows).toMatchObject([{ state: 'blocked', reasons: [said] }]);
      const many = await planOf({
        kind: 'webhooks',
        selection: [{ connectionId, webhooks: unseen(7, 8) }],
        change: namedChanges['turn-off'],
      });
      expect(many.rows.map(({ state }) => state).sort()).toEqual(['blocked', 'ready']);
      await client.plans.run({
        planId: prepared.planId,
        keys: ['mine'],
        options: { atOnce: 1, onFailure: 'stop' },
      });
      const results: unknown[] = [];
      for await (const event of await client.plans.watch({ planId: prepared.planId })) {
        if (event.kind === 'results') results.push(...event.results);
      }
      expect(results).toMatchObject([{ outcome: 'failed', problem }]);
      expect(server.writes).toEqual([]);
    });

    it.each([
      ['an id in quotes', { id: '"8"', name: 'Wrong' }, '/1/id', 'a whole number', 'a string'],
      [
        'an id that is an object',
        { id: '{}', name: 'Wrong' },
        '/1/id',
        'a whole number',
        'an object',
      ],
      ['a switch', { members: { enabled: 'true' } }, '/1/enabled', 'true or false', 'a string'],
      ['a name', { members: { name: 5 } }, '/1/name', 'a string', 'a whole number'],
      ['a URL', { members: { url: [] } }, '/1/url', 'a string', 'an array'],
      [
        'a severity',
        { members: { low_alert: 1 } },
        '/1/low_alert',
        'true or false',
        'a whole number',
      ],
      [
        'a template',
        { members: { payload_template: {} } },
        '/1/payload_template',
        'a string',
        'an object',
      ],
      [
        'the headers',
        { members: { http_headers: 'none' } },
        '/1/http_headers',
        'an array',
        'a string',
      ],
      [
        'a header value',
        { members: { http_headers: [{ http_header_key: 'A', http_header_value: 1.5 }] } },
        '/1/http_headers/0/http_header_value',
        'a string',
        'a number with a fraction',
      ],
    ] as const)(
      'are read-only with %s of the wrong type, and the others are not',
      async (_, wrong, path, expected, found) => {
        const pager = entry('7', 'Pager at 0');
        server.entries = [
          pager,
          { ...entry('8', 'Wrong at 1'), ...wrong },
          entry('9', 'Chat at 2'),
        ];
        const rows = await read();
        expect(rows.map(({ id }) => id)).toEqual([7, null, 9]);
        expect(rows[1]).toMatchObject({
          idDefect: { kind: 'unreadable', members: [{ path, expected, found }] },
        });
        expect(await last()).toEqual(rows);
        for (const format of ['bundle', 'raw', 'csv'] as const) {
          const text = await exported(format);
          expect(namesIn(text).sort(), format).toEqual(['Chat at 2', 'Pager at 0']);
        }
        const { client } = window;
        const { exportId, notices } = await preparedExport();
        expect(notices.join()).toContain(path);
        // Further exports wait for one that is not written.
        await client.bundles.forgetExport({ exportId });
        const words = `${path} is ${found}, not ${expected}`;
        if (rows[1] !== undefined && givenIdOf(rows[1]) === 8) {
          const message = `A member of this webhook has the wrong type: ${words}.`;
          const rejected = { data: { code: 'refused', message } };
          await expect(client.webhooks.read({ connectionId, webhookId: 8 })).rejects.toMatchObject(
            rejected,
          );
          const source: PlanSource = {
            kind: 'webhooks',
            selection: [{ connectionId, webhooks: unseen(7, 8) }],
            change: namedChanges['turn-off'],
          };
          const blocked = (await planOf(source)).rows.filter(({ state }) => state === 'blocked');
          expect(JSON.stringify(blocked)).toContain(words);
          const copied: PlanSource = {
            kind: 'copy',
            selection: [{ connectionId, webhooks: unseen(7, 8) }],
            connectionIds: [otherId],
          };
          await expect(planOf(copied)).rejects.toMatchObject(rejected);
        }
        await rowsOf(client.webhooks.list({ connectionId: otherId }));
        const reference = { kind: 'installation' as const, connectionId };
        const input = { reference, otherIds: [otherId], ignoredParts: [] };
        const compared: unknown[] = [];
        for await (const event of await client.comparisons.open(input)) {
          if (event.kind === 'rows') compared.push(...event.rows.map(({ name }) => name));
          if (event.kind === 'end') {
            for (const name of ['acme', 'other']) expect(event.note).toContain(`on “${name}”`);
            expect(event.note).toContain(words);
          }
        }
        expect(compared.toSorted()).toEqual(['Chat at 2', 'Pager at 0']);
        expect(server.writes).toEqual([]);
      },
    );

    it.each(['{}', '"text"', '[7]', '[null]', '[[]]'])(
      'leave a list of another shape unreadable as a whole: %s',
      async (body) => {
        server.body = body;
        try {
          await expect(read()).rejects.toMatchObject({ data: { code: 'not-the-interface' } });
        } finally {
          server.body = null;
        }
      },
    );

    it('have marks of remote changes: added, swapped, changed, deleted, unique again', async () => {
      const { client } = window;
      const changed = async (...entries: WireEntry[]): Promise<unknown[]> => {
        server.entries = entries;
        await read();
        const found = await marks();
        await client.snapshots.seen({ connectionId, marks: found });
        return found.map(({ key, kind, was }) => [key, kind, ...(was === null ? [] : [was.name])]);
      };
      const [a, b, c] = [entry('7', 'a'), entry('7', 'b'), entry('7', 'c')];
      await changed(a);
      expect(await changed(a, b)).toEqual([['7#2', 'new']]);
      expect(await changed(b, a), 'swapped').toEqual([]);
      expect(await changed(b, { ...a, url: 'https://other.example.com' })).toEqual([
        ['7#2', 'changed'],
      ]);
      expect(await changed(a), 'the other one is gone, and the first is as it was').toEqual([
        [7, 'changed'],
        ['7#deleted1', 'deleted', 'b'],
      ]);
      expect(await changed(a, a), 'twice the same').toEqual([['7#2', 'new']]);
      expect(await changed(c, a)).toEqual([['7#1', 'changed']]);
      expect(await changed()).toEqual([
        ['7#deleted1', 'deleted', 'c'],
        ['7#deleted2', 'deleted', 'a'],
      ]);
    });

    it('keep an unviewed deletion mark when a list repeats their id again', async () => {
      server.entries = [entry('7', 'a'), entry('7', 'b')];
      await read();
      await window.client.snapshots.seen({ connectionId, marks: await marks() });
      server.entries = [entry('7', 'a')];
      await read();
      server.entries = [entry('7', 'a'), entry('7', 'c')];
      await read();
      const found = await marks();
      const rows = await last();
      expect(found.map(({ key, kind }) => [key, kind])).toEqual([
        ['7#2', 'new'],
        ['7#deleted1', 'deleted'],
      ]);
      const deleted = found.flatMap(({ was }) => was ?? []);
      const keys = [...rows, ...deleted].map(keyOf);
      expect(new Set(keys).size, 'rows shown together').toBe(keys.length);
      const change = { connectionId, key: '7#deleted1' };
      expect(await window.client.snapshots.change(change)).toMatchObject({
        before: { name: 'b' },
        now: null,
      });
    });
  },
);
