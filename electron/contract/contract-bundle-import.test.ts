import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueues } from '#adapters/file-open/open-queues.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { passphraseRecipient } from '#adapters/bundle-encryption/age-file.ts';
import { type RunningService, startService } from '../../service/start.ts';
import type { Composition } from '#compose/compose.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import { importProcedures, type OpenedFile } from './bundle-import.ts';
import type { PlanRowView, PrepareEvent, RowsEvent } from './plans.ts';

const canary = 'canary-7d1e9a3c5b';

/** A file with a secret, a method that only one variant has, a copy, and an invalid webhook. */
const file = JSON.stringify({
  format: 'hookdesk-bundle',
  version: '1.0',
  exportedAt: '2030-01-02T03:04:05.678Z',
  exportedBy: 'Hookdesk 0.1.0',
  sources: [{ installation: 'acme', variant: 'B', webhooks: [{ key: 'pager', id: 7 }] }],
  secrets: [{ name: 'pager-key', what: 'The header Authorization of “Pager”.' }],
  webhooks: [
    {
      key: 'pager',
      name: 'Pager',
      enabled: true,
      method: 'POST',
      url: 'https://pager.example.com/enqueue',
      headers: [{ name: 'Authorization', value: ['Token ', { secret: 'pager-key' }] }],
      payloadTemplate: '{}',
      severities: { low: true, medium: true, high: true, cleared: true },
      onlyVariantB: { payloadType: 'ALERT' },
    },
    {
      key: 'patch',
      name: 'Patch',
      url: 'https://b.example.com/',
      onlyVariantA: { method: 'PATCH' },
    },
    { key: 'broken', name: 'Broken', url: 5 },
  ],
});

/** All files of a folder with their contents. */
const filesIn = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path): [string, string] => [path, readFileSync(path, 'base64')]);

describe.each(transports)('importing on a %s', (transport) => {
  let folder: string;
  let composition: Composition;
  let window: TestWindow;
  let services: RunningService[];
  let ids: string[];
  const offered = openQueues().files;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-import-'));
    composition = await composeTestFolder(folder);
    const ports = { ...composition.ports, filesToOpen: offered };
    window = await openWindow(transport, ports, folder, composition.notices);
    services = await Promise.all(
      (['A', 'B'] as const).map((variant) => startService({ variant, authToken: null, seed: 2 })),
    );
    ids = [];
    for (const [index, variant] of (['A', 'B'] as const).entries()) {
      const service = services[index];
      if (service === undefined) throw new Error('No service.');
      const settings = {
        ...blankConnection,
        name: `acme ${variant}`,
        baseUrl: service.url,
        variant,
        apiRoot: service.root,
        authentication: { kind: 'none' as const },
      };
      const { id } = await window.client.connections.add({ settings, secrets: {} });
      ids.push(id);
    }
  });
  afterAll(async () => {
    expect(window.reported).toEqual([]);
    expect(
      Object.keys(importProcedures).filter((name) => !window.asked.has(`bundles.${name}`)),
    ).toEqual([]);
    await window.leave();
    await window.end();
    for (const service of services) await service.close();
    await composition.close();
    rmSync(folder, { recursive: true });
  });

  async function open(content: string | Uint8Array, name = 'a.hookdesk.json'): Promise<OpenedFile> {
    const { bundles } = window.client;
    const bytes = Buffer.from(content);
    const { fileId } = await bundles.beginFile({ name, bytes: bytes.length });
    const middle = 99;
    for (const part of [bytes.subarray(0, middle), bytes.subarray(middle)]) {
      await bundles.addToFile({ fileId, part: part.toString('base64') });
    }
    return bundles.openFile({ fileId });
  }

  async function openFolder(files: Readonly<Record<string, string | Uint8Array>>) {
    const { bundles } = window.client;
    const contents = Object.entries(files).map(
      ([path, file]) => [path, Buffer.from(file)] as const,
    );
    const parts = contents.map(([path, { length }]) => ({ path, bytes: length }));
    const content = Buffer.concat(contents.map(([, file]) => file));
    const { fileId } = await bundles.beginFile({ name: 'team', bytes: content.length, parts });
    if (content.length > 0) {
      await bundles.addToFile({ fileId, part: content.toString('base64') });
    }
    return bundles.openFile({ fileId });
  }

  async function all<Event>(stream: Promise<AsyncIterable<Event>>): Promise<Event[]> {
    const events: Event[] = [];
    for await (const event of await stream) events.push(event);
    return events;
  }

  const rowsOf = (events: readonly (PrepareEvent | RowsEvent)[]): PlanRowView[] =>
    events.flatMap((event) => (event.kind === 'rows' ? event.rows : []));

  const folderHead = '{"format": "hookdesk-folder", "version": "1.1"}';

  it('opens a folder, and plans it like a bundle', async () => {
    const opened = await openFolder({
      'hookdesk.json': folderHead,
      'webhooks/pager.json': '{"name": "Zürich", "url": "https://hooks.example.com/ops"}',
      'webhooks/pager.template.txt': '{\n  "key": "<secret:pager-key>"\n}',
    });
    expect(opened).toMatchObject({
      view: { kind: 'folder', name: 'team', version: '1.1', rows: 1 },
    });
    const { bundles } = window.client;
    const rows = await all(bundles.fileRows({ fileId: opened.fileId }));
    expect(rows.flat()).toMatchObject([{ name: 'Zürich', needs: ['pager-key'], fault: null }]);
  });

  it('rejects a folder with errors, and names each file', async () => {
    const faulty = {
      'hookdesk.json': folderHead,
      'webhooks/a.json': '{"name": "A", "payloadTemplate": "x"}',
      'webhooks/a.template.txt': 'a\nb',
      'webhooks/b.json': '{\n  "name": }',
    };
    await expect(openFolder(faulty)).rejects.toMatchObject({
      message:
        'webhooks/a.json: The template has a file of its own. Remove “payloadTemplate” here. 1 more in Details.',
      data: {
        code: 'file-refused',
        facts: [
          { label: 'webhooks/a.json' },
          {
            label: 'webhooks/b.json',
            value: 'Line 2, column 11: It is not JSON: a value is missing.',
          },
        ],
      },
    });
    const latin = Buffer.from('{"name": "Z\xfcrich"}', 'latin1');
    await expect(
      openFolder({ 'hookdesk.json': folderHead, 'webhooks/a.json': latin }),
    ).rejects.toThrow('webhooks/a.json: It is not text in UTF-8.');
    await expect(openFolder({})).rejects.toThrow('hookdesk.json: The file is missing.');
  });

  it('rejects a folder whose parts are not its bytes, or are too many bytes', async () => {
    const { bundles } = window.client;
    const parts = [{ path: 'hookdesk.json', bytes: 4 }];
    await expect(bundles.beginFile({ name: 'team', bytes: 3, parts })).rejects.toMatchObject({
      data: { code: 'refused' },
    });
    const huge = [{ path: 'hookdesk.json', bytes: 2 ** 31 }];
    await expect(bundles.beginFile({ name: 'team', bytes: 3, parts: huge })).rejects.toMatchObject({
      data: { code: 'too-large', message: expect.stringContaining('64 MiB') as string },
    });
  });

  it('rejects an invalid file with its position, and stores nothing of it', async () => {
    const before = filesIn(folder);
    const twice = '{\n"format": "hookdesk-bundle", "format": 1}';
    await expect(open(twice)).rejects.toThrow(/^Line 2, column 30: /);
    await expect(open(twice)).rejects.toMatchObject({ data: { code: 'file-refused' } });
    const { bundles } = window.client;
    const { fileId } = await bundles.beginFile({ name: 'x', bytes: 3 });
    const notWhole = { data: { code: 'refused' } };
    await expect(bundles.addToFile({ fileId, part: 'AAAAAAAA' })).rejects.toMatchObject(notWhole);
    await expect(bundles.openFile({ fileId })).rejects.toMatchObject(notWhole);
    const tooLarge = { data: { code: 'too-large' } };
    await expect(bundles.beginFile({ name: 'x', bytes: 2 ** 31 })).rejects.toMatchObject(tooLarge);
    expect(filesIn(folder)).toEqual(before);
  });

  it('opens an encrypted file only with its passphrase', async () => {
    const { bundles } = window.client;
    const encrypter = new Encrypter();
    // A low work factor: a real one takes a second.
    encrypter.addRecipient(passphraseRecipient('right', 10));
    const sealed = await encrypter.encrypt(file);
    const opened = await open(sealed, 'a.hookdesk.json.age');
    expect(opened).toMatchObject({ status: 'locked', name: 'a.hookdesk.json.age' });
    const { fileId } = opened;
    await expect(bundles.unlockFile({ fileId, passphrase: 'wrong' })).rejects.toMatchObject({
      data: { code: 'invalid', issues: [{ path: 'passphrase' }] },
    });
    expect(await bundles.unlockFile({ fileId, passphrase: 'right' })).toMatchObject({
      status: 'read',
      view: {
        name: 'a.hookdesk.json.age',
        kind: 'bundle',
        version: '1.0',
        newer: false,
        rows: 3,
        sources: [{ installation: 'acme', variant: 'B', webhooks: 1, connectionId: null }],
        faults: [{ key: 'broken', name: 'Broken' }],
        secrets: [{ name: 'pager-key', what: 'The header Authorization of “Pager”.' }],
      },
    });
    const rows = (await all(bundles.fileRows({ fileId }))).flat();
    expect(rows).toMatchObject([
      { key: 'pager', needs: ['pager-key'], fault: null },
      { key: 'patch', url: 'https://b.example.com/', needs: [] },
      { key: 'broken', fault: { line: 1 } },
    ]);
    await bundles.forgetFile({ fileId });
    await expect(all(bundles.fileRows({ fileId }))).rejects.toMatchObject({
      data: { code: 'refused' },
    });
  });

  it('receives the files that the operating system passed to Hookdesk', async () => {
    const path = join(folder, 'offered.hookdesk.json');
    writeFileSync(path, file);
    offered.offer([path, join(folder, 'gone.json')]);
    const stop = new AbortController();
    const events = await window.client.bundles.filesToOpen(undefined, { signal: stop.signal });
    const first = await events.next();
    const second = await events.next();
    expect(first.value).toMatchObject({
      kind: 'file',
      file: { status: 'read', view: { name: 'offered.hookdesk.json' } },
    });
    expect(second.value).toMatchObject({ kind: 'refused', name: 'gone.json' });
    stop.abort();
  });

  it('creates drafts, and names the secrets that they need', async () => {
    const { bundles, drafts } = window.client;
    const { fileId } = await open(file);
    const watched: string[] = [];
    const stop = new AbortController();
    const events = await drafts.watch(undefined, { signal: stop.signal });
    await events.next();
    const [, connectionId = ''] = ids;
    const made = await bundles.toDrafts({
      fileId,
      connectionId,
      keys: ['pager', 'patch', 'broken'],
    });
    expect(made.draftIds).toHaveLength(2);
    expect(made.notes).toMatchObject([
      { rowKey: 'pager', notes: [expect.stringContaining('<secret:pager-key>')] },
      { rowKey: 'patch', name: 'Patch' },
    ]);
    for await (const event of events) {
      if (event.kind !== 'drafts') continue;
      watched.push(...event.drafts.map(({ id }) => id));
      expect(event.drafts[0]).toMatchObject({
        connectionId,
        webhookId: null,
        base: null,
        definition: { headers: [{ name: 'Authorization', value: 'Token <secret:pager-key>' }] },
      });
      break;
    }
    expect(watched).toEqual(made.draftIds);
    stop.abort();
    for (const draftId of made.draftIds) {
      expect(await drafts.remove({ draftId, basedOn: null })).toMatchObject({ status: 'removed' });
    }
  });

  it('plans, asks for decisions, publishes, and then finds everything unchanged', async () => {
    const { bundles, plans } = window.client;
    const [onA = '', onB = ''] = ids;
    const { fileId } = await open(file);
    const source = { kind: 'bundle' as const, fileId, keys: null, alsoRemove: true };
    const events = await all(plans.prepare({ ...source, connectionIds: [onA, onB, 'gone'] }));
    const end = events.at(-1);
    if (end?.kind !== 'end') throw new Error('There is no plan.');
    const { planId } = end;
    const failed = events.filter((event) => event.kind === 'progress' && event.step === 'failed');
    expect(failed).toMatchObject([
      { connectionId: 'gone', problem: { code: 'no-such-connection' } },
    ]);
    const rows = rowsOf(events);
    const kinds = (connectionId: string): string[] =>
      rows
        .filter((row) => row.connectionId === connectionId)
        .map(({ name, action, state, selected }) =>
          `${name} ${state === 'ready' ? action : state} ${selected ? 'selected' : ''}`.trim(),
        );
    expect(kinds(onA).slice(0, 3)).toEqual([
      'Pager undecided',
      'Patch create selected',
      'Broken blocked',
    ]);
    expect(kinds(onB).slice(0, 3)).toEqual([
      'Pager undecided',
      'Patch undecided',
      'Broken blocked',
    ]);
    expect(rows.filter(({ action }) => action === 'delete')).toHaveLength(4);

    // An undecided row is rejected.
    const [pagerA, patchA] = rows.filter((row) => row.connectionId === onA);
    const [pagerB, patchB] = rows.filter((row) => row.connectionId === onB);
    if (!pagerA || !patchA || !pagerB || !patchB) throw new Error('Rows are missing.');
    const options = { atOnce: 4, onFailure: 'stop' as const };
    await expect(plans.run({ planId, keys: [pagerA.key], options })).rejects.toMatchObject({
      data: { code: 'refused' },
    });

    const { destination } = pagerA;
    expect(destination).toBe('https://pager.example.com/enqueue');
    const secret = { name: 'pager-key', destination };
    const given: PlanRowView[] = [];
    for (const connectionId of [onA, onB]) {
      const what = {
        planId,
        connectionId,
        ...secret,
        value: canary,
        remember: connectionId === onB,
      };
      given.push(...rowsOf(await all(plans.giveSecret(what))));
    }
    expect(given).toMatchObject([
      {
        key: pagerA.key,
        action: 'create',
        state: 'ready',
        filled: [{ name: 'pager-key', remembered: false }],
      },
      {
        key: pagerB.key,
        action: 'create',
        state: 'ready',
        filled: [{ name: 'pager-key', remembered: true }],
      },
    ]);
    const { row, request } = await plans.row({ planId, key: pagerB.key });
    expect(row.definition?.headers).toMatchObject([{ value: 'Token <secret:pager-key>' }]);
    expect(request?.body).toContain('Token <secret:pager-key>');

    const withdrawn = await all(plans.withdrawSecret({ planId, connectionId: onA, ...secret }));
    expect(rowsOf(withdrawn)).toMatchObject([{ key: pagerA.key, state: 'undecided' }]);
    const patch = { planId, answers: [{ keys: [patchB.key], answer: { method: 'PUT' } }] };
    const decided = await all(plans.answer(patch));
    const again = await all(plans.answer(patch));
    expect(again, 'it is as it was').toEqual([{ kind: 'end', gone: [] }]);
    expect(rowsOf(decided)).toMatchObject([
      { key: patchB.key, action: 'create', state: 'ready', selected: true },
    ]);
    expect(window.received.join('\n'), 'no value crosses to the window').not.toContain(canary);

    await plans.run({ planId, keys: [patchA.key, pagerB.key, patchB.key], options });
    expect((await all(plans.watch({ planId }))).at(-1)).toMatchObject({
      planState: { status: 'ended', counts: { done: 3 }, title: 'Import 3 webhooks' },
    });
    const held = await holds(onB);
    expect(held.find(({ name }) => name === 'Pager')?.headers).toMatchObject([
      { value: `Token ${canary}` },
    ]);

    // The value for B is stored; another plan uses it, but not for another destination.
    expect(await bundles.remembered({ connectionId: onB })).toEqual([secret]);
    expect(await bundles.remembered({ connectionId: onA })).toEqual([]);
    const elsewhere = file.replace('pager.example.com', 'evil.example.com');
    const evil = await open(elsewhere);
    const asked = {
      kind: 'bundle' as const,
      connectionIds: [onB],
      keys: ['pager'],
      alsoRemove: false,
    };
    const changed = rowsOf(await all(plans.prepare({ ...asked, fileId: evil.fileId })));
    expect(changed).toMatchObject([
      { name: 'Pager', state: 'undecided', needs: [{ kind: 'secret', name: 'pager-key' }] },
    ]);
    const unchanged = rowsOf(await all(plans.prepare({ ...asked, fileId })));
    expect(unchanged).toMatchObject([{ name: 'Pager', state: 'unchanged', selected: false }]);
    const preview = (id: string) => window.client.connections.removalPreview({ connectionId: id });
    expect(await preview(onB)).toMatchObject({ bundleValues: true });
    await bundles.forgetRemembered({ connectionId: onB, ...secret });
    expect(await bundles.remembered({ connectionId: onB })).toEqual([]);
    expect(await preview(onB)).toMatchObject({ bundleValues: false });
    const other = (await all(plans.prepare({ ...asked, connectionIds: [onA], fileId }))).at(-1);
    if (other?.kind !== 'end') throw new Error('There is no plan.');
    const kept = { connectionId: onA, ...secret, value: canary, remember: true };
    await all(plans.giveSecret({ planId: other.planId, ...kept }));
    expect(await preview(onA)).toMatchObject({ bundleValues: true });
    await window.client.connections.remove({ connectionId: onA });
    const nameInVault = `connection/${onA}/bundle-secrets`;
    expect(composition.ports.secrets.has(nameInVault), 'it goes with its connection').toBe(false);
    await plans.forget({ planId: other.planId });
    await expect(plans.row({ planId: other.planId, key: `${onA}/pager` })).rejects.toMatchObject({
      data: { code: 'refused' },
    });
  });

  async function holds(connectionId: string): Promise<Webhook[]> {
    const { webhooks } = window.client;
    await all(webhooks.list({ connectionId }));
    const found = await webhooks.filter({ connectionId, text: '' });
    return Promise.all(
      found.map(async (key) => {
        const read = await webhooks.read({ connectionId, webhookId: Number(key) });
        return read.webhook;
      }),
    );
  }

  it('reads the response of an installation', async () => {
    const service = services[1];
    const answer = await fetch(`${service?.url ?? ''}${service?.root ?? ''}/webhook/`);
    const opened = await open(Buffer.from(await answer.arrayBuffer()), 'curl.json');
    expect(opened).toMatchObject({ status: 'read', view: { kind: 'raw', version: null } });
  });
});
