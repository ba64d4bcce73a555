// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ports } from '#core/ports.ts';
import { readable } from '#domain/bundle/testing/bundles.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import { exportProcedures, type FoundSecretView, type WriteExportInput } from './bundle-export.ts';
import { identityFor } from '#test-support/draft-fixture.ts';

const canary = 'canary-7f3a9b2c1d';

describe.each(transports)('exports on a %s', (transport) => {
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
    service = await startService({ variant: 'B', authToken: null, seed: 30 });
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
    const ours = Object.keys(exportProcedures).map((name) => `bundles.${name}`);
    expect([...window.asked]).toEqual(expect.arrayContaining(ours));
    expect(window.reported).toEqual([]);
    await window.leave();
    await window.end();
    await service.close();
    await endPorts();
    rmSync(folder, { recursive: true });
  });

  const fileOf = async (how: Partial<WriteExportInput> & { readonly exportId: string }) => {
    const input: WriteExportInput = {
      format: 'bundle',
      variant: 'B',
      keep: [],
      takeOut: [],
      withAddress: false,
      passphrase: null,
      ...how,
    };
    let text = '';
    for await (const event of await window.client.bundles.writeExport(input)) {
      if (event.kind === 'text') text += event.text;
      else return { ...event, text };
    }
    throw new Error('There is no file.');
  };

  it('contain installations and drafts, and show secrets without values', async () => {
    const { client } = window;
    const definition = {
      ...emptyDefinition('B'),
      name: 'Drafted',
      url: `https://me:${canary}@a.example/`,
    };
    const about = {
      ...identityFor('d'),
      id: 'd',
      connectionId,
      webhookId: null,
      base: null,
      editedAt: new Date(),
    };
    const secrets: FoundSecretView[] = [];
    let exportId = '';
    await client.drafts.save({ draft: { ...about, definition }, basedOn: null });
    const before = window.received.length;
    for await (const event of await client.bundles.prepareExport({
      webhooks: [{ connectionId, webhooks: null }],
      draftIds: ['d'],
    })) {
      if (event.kind === 'secrets') secrets.push(...event.secrets);
      if (event.kind !== 'end') continue;
      ({ exportId } = event);
      expect(event).toMatchObject({ webhooks: 31, leftOut: [], notices: [] });
    }
    expect(secrets.map(({ name }) => name)).toContain('drafted-url');

    const written = (how: Partial<WriteExportInput> = {}) => fileOf({ exportId, ...how });
    const file = await written();
    expect(file).toMatchObject({ leaks: [], containsSecrets: false });
    expect(file.bytes).toBe(Buffer.byteLength(file.text));
    expect(readable(file.text).rows).toHaveLength(31);
    expect(window.received.slice(before).join('\n')).not.toContain(canary);

    const { value } = await client.bundles.exportSecret({ exportId, name: 'drafted-url' });
    expect(value).toContain(canary);
    expect(await written({ keep: ['drafted-url'] })).toMatchObject({ containsSecrets: true });
    expect(readable((await written({ format: 'raw' })).text).rows).toHaveLength(31);
    expect(await written({ passphrase: 'three blind mice' })).toMatchObject({
      text: expect.stringMatching(/^-----BEGIN AGE ENCRYPTED FILE-----/) as string,
    });

    const texts: string[] = [];
    for await (const part of await client.bundles.plainTexts({ exportId })) {
      texts.push(...part.map(({ header, text }) => `${header ?? 'word'}: ${text}`));
    }
    expect(texts).toContain('Content-Type: application/json');
    const mark = { kind: 'header' as const, name: 'Content-Type' };
    const after: FoundSecretView[] = [];
    for await (const part of await client.bundles.markSecret({ exportId, mark })) {
      after.push(...part);
    }
    const marked = after.find(({ isMarked }) => isMarked);
    expect((await written()).text).not.toContain('"application/json"');
    const unmarked: FoundSecretView[] = [];
    const name = marked?.name ?? '';
    for await (const part of await client.bundles.unmarkSecret({ exportId, name })) {
      unmarked.push(...part);
    }
    expect(unmarked).toEqual(secrets);

    await client.bundles.forgetExport({ exportId });
    await expect(written()).rejects.toMatchObject({ code: 'PROBLEM', data: { code: 'refused' } });
  });

  it('name the place of a remaining secret, so that it can be removed', async () => {
    const { client } = window;
    const save = (id: string, changes: Partial<WebhookDefinition>): Promise<unknown> => {
      const definition = { ...emptyDefinition('B'), name: id, ...changes };
      const about = {
        ...identityFor(id),
        id,
        connectionId,
        webhookId: null,
        base: null,
        editedAt: new Date(),
      };
      return client.drafts.save({ draft: { ...about, definition }, basedOn: null });
    };
    await save('Url', { url: `https://me:${canary}@a.example/` });
    // The URL's secret, which is not removed, is the greater part of this removed value.
    const headers = [{ id: null, name: 'X-Api-Key', value: `me:${canary}@a.example` }];
    await save('Key', { url: 'https://a.example/', headers });
    let exportId = '';
    const selection = { webhooks: [], draftIds: ['Url', 'Key'] };
    for await (const event of await client.bundles.prepareExport(selection)) {
      if (event.kind === 'end') ({ exportId } = event);
    }
    const { leaks } = await fileOf({ exportId, keep: ['url-url'] });
    expect(leaks).toMatchObject([{ at: { key: 'url', place: 'url' } }]);
    const takeOut = leaks.flatMap(({ at }) => (at === undefined ? [] : `${at.key}/${at.place}`));
    const file = await fileOf({ exportId, keep: ['url-url'], takeOut });
    expect(file).toMatchObject({ leaks: [], containsSecrets: false });
    expect(file.text).not.toContain(canary);
    await client.bundles.forgetExport({ exportId });
  });
});
